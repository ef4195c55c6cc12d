import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isInside, ruleForm } from './paths.ts'

export type Protection = 'never_written' | 'runs_things' | 'secret'

export interface ProtectedPlaces {
  /** The project and the folders the person added. */
  readonly roots: readonly string[]
  /** `MEWCODE_HOME`, real path. */
  readonly home: string
  readonly userHome: string
}

const neverWrittenInProject = [/^\.mewcode\.ya?ml$/, /^\.mewcode\/(config|settings[^/]*|hooks)\.ya?ml$/]
/** Anywhere: a repository inside the project counts too, those of submodules and worktrees, and the file that points elsewhere. */
const neverWrittenGit = /(^|\/)\.git(\/(.*\/)?(config(\.worktree)?|commondir|hooks(\/.*)?))?$/
const neverWrittenInHome = /^((config|settings|hooks|remembered)[^/]*\.ya?ml|trust[^/]*|mewcode\.db[^/]*|secrets(\.[^/]*|\/.*)?)$/

const runsThings = [
  /^\.mewcode\/(skills|agents|commands)(\/|$)/,
  /^\.(claude|agents)(\/|$)/,
  /^\.mcp\.json$/,
  /^\.vscode\/(tasks|settings)\.json$/,
  /^\.github\/workflows(\/|$)/,
]
const startFile =
  /^\.(bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|tcshrc|login|config\/fish\/.*|config\/nushell\/.*)$/

const secretNames = [/^\.env/, /\.pem$/, /^id_[^.]+$/, /\.p12$/, /^\.npmrc$/, /^\.netrc$/, /credentials/, /\.kdbx$/]
const notSecret = /^\.env\.(example|sample|template|dist)$/

/**
 * The place as the most careless disk would read it: Windows takes a stream's name, blanks and dots off the end of a name and
 * knows folders by short names too; macOS composes what is written in pieces.
 */
function plainest(place: string): string {
  const parts = place.normalize('NFC').split(path.sep)
  const plain = parts.map((part) => part.replace(/(?<=.):.*$/, '').replace(/(?<=[^. ]|^\.* )[. ]+$/, ''))
  return plain.map((part) => shortNames[part.toLowerCase()] ?? part).join(path.sep)
}

const shortNames: Readonly<Record<string, string>> = {
  'git~1': '.git',
  'mewcod~1': '.mewcode',
  'vscode~1': '.vscode',
  'claude~1': '.claude',
}

/** Why writing to a real path is refused or asked; compared without case, because half of the world's disks have none. */
export function writeProtection(written: string, own: ProtectedPlaces): Exclude<Protection, 'secret'> | undefined {
  const place = plainest(written)
  const places = { home: plainest(own.home), userHome: plainest(own.userHome) }
  const inRoots = own.roots.map(plainest).flatMap((root) => (isInside(place, root) ? ruleForm(place, root).toLowerCase() : []))
  const absolute = place.split(path.sep).join('/').toLowerCase()
  if (neverWrittenGit.test(absolute)) return 'never_written'
  if (isInside(place, places.home) && neverWrittenInHome.test(ruleForm(place, places.home).toLowerCase())) return 'never_written'
  if (inRoots.some((form) => neverWrittenInProject.some((pattern) => pattern.test(form)))) return 'never_written'
  if (inRoots.some((form) => runsThings.some((pattern) => pattern.test(form)))) return 'runs_things'
  if (isInside(place, places.userHome) && startFile.test(ruleForm(place, places.userHome).toLowerCase())) return 'runs_things'
  return undefined
}

/**
 * Whether a file is one of the never written under another name: a hard link leads there as surely as a symbolic one, and
 * a path does not show it. An unpacked archive can bring such names.
 */
export async function isNeverWrittenElsewhere(place: string, { roots, home }: ProtectedPlaces): Promise<boolean> {
  const own = await statOf(place)
  if (!own || own.nlink < 2) return false
  const named = (folder: string, pattern: RegExp): Promise<readonly string[]> =>
    readdir(folder).then(
      (names) => names.filter((name) => pattern.test(name.toLowerCase())).map((name) => path.join(folder, name)),
      () => [],
    )
  const found = await Promise.all([
    ...roots.flatMap((root) => [
      named(root, /^\.mewcode\.ya?ml$/),
      named(path.join(root, '.mewcode'), /^(config|settings[^/]*|hooks)\.ya?ml$/),
      named(path.join(root, '.git'), /^config(\.worktree)?$/),
      named(path.join(root, '.git/hooks'), /./),
    ]),
    named(home, neverWrittenInHome),
  ])
  const others = await Promise.all(found.flat().map(statOf))
  return others.some((other) => other?.ino === own.ino && other.dev === own.dev)
}

function statOf(place: string): Promise<Stats | undefined> {
  return stat(place).catch(() => undefined)
}

/** Files that usually hold secrets; reading one asks. */
export function isSecretFile(written: string): boolean {
  const place = plainest(written)
  const name = path.basename(place).toLowerCase()
  if (notSecret.test(name)) return false
  return (
    secretNames.some((pattern) => pattern.test(name)) ||
    place.split(path.sep).some((part) => part.toLowerCase() === '.aws' || part.toLowerCase() === '.ssh')
  )
}
