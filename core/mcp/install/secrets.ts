import { withoutShapes } from '../../credentials/index.ts'
import { slot, slotsIn, type Found } from './types.ts'

const NAMED = /token|secret|passw|pwd|api[-_]?key|apikey|auth(?!ors?\b)|credential|private[-_]?key|access[-_]?key|cookie/i
/** Shorter ones are switches and names. */
const MIN_CHARS = 8
/** Shorter runs of letters and figures are versions, dates and names. */
const MIN_RUN = 20
/** In place of a key. */
export const MASK = '•••'
/** Bits a character; words of a language have fewer. */
const MIN_ENTROPY = 3

/** A description whose keys lie open in it, with the keys taken out: `held` by the slots that stand in their place. */
export interface Held {
  readonly found: Found
  readonly held: ReadonlyMap<string, string>
}

/** What lies open as a key in variables and headers goes to the keychain instead of a file. */
export function holdSecrets(found: Found): Held {
  const held = new Map<string, string>()
  const entry = { ...found.entry }
  for (const key of ['env', 'headers'] as const) {
    const values = entry[key]
    if (typeof values !== 'object' || values === null) continue
    entry[key] = Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (typeof value !== 'string' || !isOpenSecret(name, value)) return [name, value]
        held.set(name, value)
        return [name, slot(name)]
      }),
    )
  }
  return { found: { ...found, entry }, held }
}

/** Whether something that looks like a key stands where no reference to the keychain can: in an argument or in the address. */
export function hasKeyInWords({ entry }: Found): boolean {
  const args = Array.isArray(entry['args']) ? entry['args'].map(String) : []
  const words = [entry['command'], entry['url'], ...args].filter((word) => typeof word === 'string')
  return words.some((word) => isKeyWord(word)) || args.some((word, at) => isKeyOfFlag(word, args[at + 1]))
}

/** Words of a command line, or an address, as they may be shown: what looks like a key is masked. */
export function withoutKeys(words: readonly string[]): string[] {
  return words.map((word, at) => (isKeyOfFlag(words[at - 1] ?? '', word) ? MASK : maskedWord(word)))
}

function maskedWord(word: string): string {
  if (/^https?:/i.test(word)) return maskedAddress(word)
  const [, name, value] = /^([\w-]+(?:=|:\s+))(.+)$/s.exec(word) ?? []
  if (name !== undefined && value !== undefined && isOpenSecret(name, value)) return `${name}${MASK}`
  const known = withoutShapes(word)
  return known === word && isOpenSecret('', word) ? MASK : known
}

/** Of an address a part of the path may be the key too. */
function maskedAddress(address: string): string {
  return withoutShapes(address)
    .replace(/^(https?:\/\/[^/@:?#]*:)[^/@?#]+@/i, `$1${MASK}@`)
    .replaceAll(/([?&])([^=&#]+)=([^&#]*)/g, (part, sign: string, name: string, value: string) =>
      isOpenSecret(name, value) ? `${sign}${name}=${MASK}` : part,
    )
    .replaceAll(/(?<=\/)[^/?#]+/g, (part) => (isOpenSecret('', part) ? MASK : part))
}

/** `--token VALUE`. */
function isKeyOfFlag(flag: string, value: string | undefined): boolean {
  return /^--?[\w-]+$/.test(flag) && value !== undefined && !value.startsWith('-') && isOpenSecret(flag, value)
}

/** `NAME=VALUE`, `--name=VALUE`, `Name: VALUE`, an address with a key in its query or a password, or a key by itself. */
function isKeyWord(word: string): boolean {
  if (/^https?:/i.test(word)) return isKeyAddress(word)
  const [, name = '', value = word] = /^([\w-]+)(?:=|:\s+)(.+)$/s.exec(word) ?? []
  return isOpenSecret(name, value)
}

function isKeyAddress(address: string): boolean {
  if (!URL.canParse(address)) return withoutShapes(address) !== address
  const { password, searchParams } = new URL(address)
  return password !== '' || [...searchParams].some(([name, value]) => isOpenSecret(name, value)) || withoutShapes(address) !== address
}

/** A literal value that is a key by its name, by a known shape, or by looking like nothing else. */
export function isOpenSecret(name: string, value: string): boolean {
  if (value.startsWith('keychain:') || value.includes('${') || slotsIn(value).length > 0) return false
  if (/^(?:<.*>|\[.*\]|your[-_ ]|x{4,}|\*{4,})/i.test(value)) return false
  if (withoutShapes(value) !== value || isRandom(value)) return true
  return NAMED.test(name) && value.length >= MIN_CHARS && !/^(?:https?:|[/~.])/.test(value)
}

/** Of a shape nobody knows: one word without a path in it, with a long run of letters and figures that no language has. */
function isRandom(value: string): boolean {
  if (!/^[\w.+=~-]+(?:\/[\w.+=~-]+)*$/.test(value)) return false
  return value.split(/[-_./~]/).some((run) => run.length >= MIN_RUN && /\d/.test(run) && /[a-z]/i.test(run) && entropy(run) >= MIN_ENTROPY)
}

function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0)
}
