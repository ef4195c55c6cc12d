import path from 'node:path'
import { removesTooMuch, isSystemFolder, type BlacklistPlaces } from './blacklist-places.ts'
import { baseName, type ShellCommand, type ShellLine } from './shell/index.ts'

export type { BlacklistPlaces } from './blacklist-places.ts'

const device = /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper\/|dm-|md\d)/
const startFile =
  /^(?:\/boot(?:\/.*)?|\/etc\/(?:passwd|shadow|sudoers|group|fstab|profile)|(?:~|\$HOME|\$\{HOME\}|\/root|\/home\/[^/]+|\/Users\/[^/]+)\/\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv))$/
const downloaders = new Set(['curl', 'wget', 'fetch', 'aria2c', 'http', 'https', 'xh'])
const interpreter = /^(?:(?:ba|z|da|k|a|fi|tc|c)?sh|python[\d.]*|perl|ruby|node|php|pwsh|bun|deno)$/

/**
 * Shell lines that no mode, rule or answer lets through: what cannot be undone and is never meant. `folders` says for each
 * command where it may run, else `places.cwds` does. Answers what was hit, in a few words.
 */
export function blacklisted(line: ShellLine, places: BlacklistPlaces, folders: readonly (readonly string[])[] = []): string | undefined {
  if (codeOf(line).some((code) => /(\S{1,64})\(\)\{\1\|\1&\};\1/.test(code.replaceAll(/\s+/g, '')))) return 'a fork bomb'
  const values = valuesIn(line.text)
  for (const [at, command] of line.commands.entries()) {
    const cwds = folders[at] ?? []
    const hit = dangerous(command, { ...places, cwds: cwds.length > 0 ? cwds : places.cwds }, values)
    if (hit !== undefined) return hit
  }
  return undefined
}

/** The line without what is quoted, and the texts that a shell in it is given. */
function codeOf({ text, commands }: ShellLine): readonly string[] {
  const given = commands.filter(({ words }) => /^(?:(?:ba|z|da|k)?sh|eval)$/.test(baseName(words[0]?.text ?? '')))
  return [
    text.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"|\\["\\]/g, '""'),
    ...given.flatMap(({ words }) => words.slice(1).map((word) => word.text)),
  ]
}

/** What variables are set to in the line itself, where that is one plain word. */
function valuesIn(text: string): ReadonlyMap<string, string> {
  const set = [...text.matchAll(/\b(\w+)=["']?([^\s"';&|]+)/g), ...text.matchAll(/\bfor\s+(\w+)\s+in\s+["']?([^\s"';&|]+)/g)]
  return new Map(set.map(([, name = '', value = '']) => [name, value]))
}

function dangerous(command: ShellCommand, places: BlacklistPlaces, values: ReadonlyMap<string, string>): string | undefined {
  const [first = '', ...rest] = command.words.flatMap(({ text }) => text.replaceAll(/\$IFS\b|\$\{IFS\}/g, ' ').split(ifsAdded(text)))
  const name = baseName(first)
  const args = rest.map((text) => plainPlace(text, values))
  // What a program is that only the running line knows, its arguments say.
  const removes =
    name === 'rm' ||
    (command.words[0]?.isKnown === false && args.some((arg) => /^-(?:[a-qs-zA-QS-Z]*[rR]\w*f|[a-eg-zA-Z]*f\w*[rR])/.test(arg)))
  if (runsDownload(name, command)) return 'a download run by an interpreter'
  if (overwritesDevice(name, args, command)) return 'a write to a block device'
  if (wipesStartFile(name, args, command)) return 'wiping a password, boot or shell start file'
  if (/^mkfs(\.|$)/.test(name)) return 'making a file system'
  if (removes && isRecursive(args) && operands(args).some((target) => removesTooMuch(target, places)))
    return 'recursive removal of a folder that must stay'
  if (/^(?:chmod|chown|chgrp)$/.test(name) && isRecursive(args) && operands(args).some((target) => isSystemFolder(target, places)))
    return 'changing rights of a system folder'
  const deletes = name === 'find' && args.some((option) => option === '-delete' || baseName(option) === 'rm')
  return deletes && args.some((target) => isSystemFolder(target, places)) ? 'deleting everything find meets' : undefined
}

/** A variable that holds a blank parts words as a blank does. */
function ifsAdded(text: string): RegExp | string {
  return /\$IFS\b|\$\{IFS\}/.test(text) ? / +/ : '\0'
}

/** Other spellings of the home folder and the working folder, and what a variable at the start was set to. */
function plainPlace(text: string, values: ReadonlyMap<string, string> = new Map()): string {
  const spelled = text.replace(/^\$\{?(\w+)\}?/, (whole, name: string) => values.get(name) ?? whole)
  return spelled.replace(/^\$\{(\w+)\}/, '$$$1').replace(/^(?:\$\(\s*pwd\s*\)|`\s*pwd\s*`)/, '$PWD')
}

function operands(args: readonly string[]): readonly string[] {
  return args.filter((arg) => !arg.startsWith('-') && arg !== '')
}

function isRecursive(words: readonly string[]): boolean {
  return words.some(
    (word) => /^-[a-zA-Z]*[rR]/.test(word) || /^--r(e(c(u(r(s(i(ve?)?)?)?)?)?)?)?$/.test(word) || word === '--no-preserve-root',
  )
}

function runsDownload(name: string, { words, input }: ShellCommand): boolean {
  const isDownload = input.some((one) => downloaders.has(baseName(one.words[0]?.text ?? '')))
  if (!isDownload) return false
  if (name === 'eval' || name === 'source' || name === '.') return true
  if (!interpreter.test(name)) return false
  const args = words.slice(1)
  // A program of its own is given by name or as text: then what comes in is data.
  const code = args.find(({ text }) => /^-[a-zA-Z]*[mcep]$/.test(text))
  if (code) return !args.every(({ isKnown }) => isKnown)
  const [operand] = args.filter(({ text }) => !/^[-+]./.test(text))
  return operand === undefined || operand.text === '-' || !operand.isKnown || args.some(({ text }) => /^-\w*s/.test(text))
}

function overwritesDevice(name: string, args: readonly string[], { redirects }: ShellCommand): boolean {
  if (redirects.some(({ kind, target }) => kind !== 'read' && device.test(target.text))) return true
  if (args.some((arg) => arg.startsWith('of=') && device.test(arg.slice(3)))) return name === 'dd'
  return /^(?:tee|shred|wipefs|blkdiscard|mkswap|sgdisk|cp|mv)$/.test(name) && args.some((arg) => device.test(arg))
}

function wipesStartFile(name: string, args: readonly string[], { redirects }: ShellCommand): boolean {
  const isOne = (text: string): boolean =>
    startFile.test(
      plainPlace(text)
        .replace(/^\$HOME/, '~')
        .replaceAll(/\/+/g, '/'),
    )
  if (redirects.some(({ kind, target }) => kind === 'write' && isOne(target.text))) return true
  if (/^(?:rm|truncate|shred)$/.test(name)) return args.some(isOne)
  if (name === 'tee') return !args.some((arg) => /^-\w*a|^--append/.test(arg)) && args.some(isOne)
  if (name === 'mv') return isOne(args.at(-1) ?? '') || operands(args).slice(0, -1).some(isOne)
  return name === 'cp' && args.some((arg) => path.posix.normalize(arg) === '/dev/null') && isOne(args.at(-1) ?? '')
}
