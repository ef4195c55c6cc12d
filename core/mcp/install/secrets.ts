import { withoutShapes } from '../../credentials/index.ts'
import { slot, slotsIn, type Found } from './types.ts'

const NAMED = /token|secret|passw|pwd|api[-_]?key|apikey|auth|credential|private[-_]?key|access[-_]?key|cookie/i
/** Shorter ones are switches and names. */
const MIN_CHARS = 8

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

function isOpenSecret(name: string, value: string): boolean {
  if (value.startsWith('keychain:') || value.includes('${') || slotsIn(value).length > 0) return false
  if (/^(?:<.*>|\[.*\]|your[-_ ]|x{4,}|\*{4,})/i.test(value)) return false
  return withoutShapes(value) !== value || (NAMED.test(name) && value.length >= MIN_CHARS && !/^(?:https?:|[/~.])/.test(value))
}
