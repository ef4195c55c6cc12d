import path from 'node:path'
import { commandGlob } from './glob.ts'

export interface BlacklistPlaces {
  /** The project and the folders the person added. */
  readonly roots: readonly string[]
  readonly userHome: string
  /** Folders the line may be in; relative words are against each. */
  readonly cwds: readonly string[]
}

/** Longer words name no file on any system. */
const MAX_PATH = 4_096

const systemFolders = [
  'bin',
  'boot',
  'dev',
  'etc',
  'home',
  'lib',
  'lib32',
  'lib64',
  'media',
  'mnt',
  'opt',
  'proc',
  'root',
  'run',
  'sbin',
  'srv',
  'sys',
  'usr',
  'var',
  'Users',
  'Library',
  'System',
  'Applications',
  'Volumes',
  'private',
]

/** The project root, everything in it, a folder above it, a system folder or a home folder. */
export function removesTooMuch(word: string, places: BlacklistPlaces): boolean {
  if (word.length > MAX_PATH) return false
  if (/^(\$(PWD|OLDPWD)|~[+-])(\/\*?)?$/.test(word)) return true
  if (/^[/~$]/.test(word)) return isTooMuch(word, places)
  return places.cwds.some((cwd) => isTooMuch(path.posix.join(cwd.split(path.sep).join('/'), word), places))
}

function isTooMuch(place: string, places: BlacklistPlaces): boolean {
  return isSystemFolder(place, places) || isProjectOrAbove(place, places)
}

function isProjectOrAbove(word: string, { roots }: BlacklistPlaces): boolean {
  if (!word.startsWith('/')) return false
  const place = withoutGlobTail(path.posix.normalize(word))
  const above = place.endsWith('/') ? place : `${place}/`
  return roots.map((root) => root.split(path.sep).join('/')).some((root) => root === place || root.startsWith(above))
}

/** `/`, a folder of the system, a home folder, or everything in one of these. */
export function isSystemFolder(word: string, { userHome }: BlacklistPlaces): boolean {
  if (word.length > MAX_PATH) return false
  if (/^(~\w*|\$HOME)(\/+\.?\*?)?$/.test(word)) return true
  if (!word.startsWith('/')) return false
  const place = withoutGlobTail(path.posix.normalize(word))
  if (place === '/' || place === userHome) return true
  const [first = '', second] = place.slice(1).split('/')
  if (first === 'home' || first === 'Users') return second === undefined || place.split('/').length === 3
  if (second !== undefined) return first === 'usr' && place.split('/').length === 3
  return systemFolders.some((folder) => commandGlob(first).matches(folder))
}

/** Everything in a folder is the folder. */
function withoutGlobTail(place: string): string {
  let cut = place
  for (;;) {
    const next = cut.replace(/(?<!\/)\/+(?:\*|\.\*|\?\*|\*\.\*|\.\[\^\.\]\*|\.)?$/, '')
    if (next === cut) return cut === '' ? '/' : cut
    cut = next
  }
}
