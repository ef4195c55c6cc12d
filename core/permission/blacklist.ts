import path from 'node:path'
import { commandGlob } from './glob.ts'
import { baseName, segments, withoutQuoting } from './shell-words.ts'

export interface BlacklistPlaces {
  readonly projectRoot: string
  readonly userHome: string
  /** Where the line runs; relative words are against it. */
  readonly cwd: string
}

/** Longer words name no file on any system. */
const MAX_PATH = 4_096

/**
 * Shell lines that no mode, rule or answer lets through: what cannot be undone and is never meant. Matched on the line
 * without its quoting and on every word that could be a command, so it hits too often rather than too seldom. The time
 * it takes grows with the line's length only: the model writes the line.
 * Answers what was hit, in a few words.
 */
export function blacklisted(line: string, places: BlacklistPlaces): string | undefined {
  const spelled = plainSpelling(line)
  const bare = withoutQuoting(spelled)
  if (/(\S{1,64})\(\)\{\1\|\1&\};\1/.test(bare.replaceAll(/\s+/g, ''))) return 'a fork bomb'
  if (pipesDownload(bare)) return 'a download run by an interpreter'
  if (overwritesDevice(bare)) return 'a write to a block device'
  if (wipesStartFile(bare)) return 'wiping a password, boot or shell start file'
  for (const piece of segments(spelled)) {
    const hit = dangerousPiece(piece.split(/\s+/), places)
    if (hit !== undefined) return hit
  }
  return undefined
}

/** Other spellings of a blank, of the working folder and of a quote. */
function plainSpelling(line: string): string {
  return line
    .replaceAll(/\$IFS\b|\$\{IFS\}/g, ' ')
    .replaceAll(/\$\([ \t]*pwd[ \t]*\)|`[ \t]*pwd[ \t]*`/g, '$PWD')
    .replaceAll(/\$(?=["'])/g, '')
}

const interpreter = String.raw`(?:(?:ba|z|da|k|a|fi|tc|c)?sh|python[\d.]*|perl|ruby|node|php|pwsh|bun|deno)`
const wrapper = String.raw`(?:(?:sudo|doas|env|nohup|exec|command|time|nice|xargs)\s+(?:-\S+\s+|\w+=\S*\s+)*)*`
const pipedInto = new RegExp(String.raw`\|&?\s*${wrapper}(?:[^\s|]*\/)?${interpreter}(?![\w.-])(?!\s+-[mcep]\b)`)
const substituted = new RegExp(
  String.raw`(?:${interpreter}|\beval|\bsource|(?:^|\s)\.)\s+(?:-\w+\s+)*(?:<\(|\$\(|${'`'})\s*(?:curl|wget|fetch)\b`,
)

function pipesDownload(bare: string): boolean {
  return substituted.test(bare) || bare.split(/[;\n]/).some((stretch) => pipedInto.test(after(stretch, /\b(?:curl|wget|fetch)\b/)))
}

const device = String.raw`\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper\/|dm-|md\d)`
const intoDevice = new RegExp(String.raw`>\|?\s*${device}|\bof=${device}`)
const onDevice = new RegExp(String.raw`\s${device}`)

function overwritesDevice(bare: string): boolean {
  const writers = /\b(?:tee|shred|wipefs|blkdiscard|mkswap|sgdisk|cp|mv)\b/
  return intoDevice.test(bare) || commands(bare).some((piece) => onDevice.test(after(piece, writers)))
}

const startFile = String.raw`(?:\/boot(?:\/|(?![\w.-]))|(?:\/etc\/(?:passwd|shadow|sudoers|group|fstab|profile)|(?:~|\$HOME|\$\{HOME\}|\/root|\/home\/[^\s/]+)\/\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv))(?![\w./-]))`
const intoStartFile = new RegExp(String.raw`(?:^|[^>])>\|?\s*${startFile}|\/dev\/null\s+${startFile}`)
const onStartFile = new RegExp(String.raw`\s${startFile}`)

function wipesStartFile(bare: string): boolean {
  return intoStartFile.test(bare) || commands(bare).some((piece) => onStartFile.test(after(piece, /\b(?:rm|truncate|shred)\b/)))
}

function commands(bare: string): readonly string[] {
  return bare.split(/[;&|\n]/)
}

/** What stands behind the first match: looking behind every one would take the square of the length. */
function after(text: string, word: RegExp): string {
  const found = word.exec(text)
  return found ? text.slice(found.index + found[0].length) : ''
}

function dangerousPiece(words: readonly string[], places: BlacklistPlaces): string | undefined {
  const names = words.map(baseName)
  // What stands behind the first one stands behind the later ones too.
  const behind = (...wanted: readonly string[]): readonly string[] => {
    const first = names.findIndex((name) => wanted.includes(name))
    return first < 0 ? [] : words.slice(first + 1).filter((word) => word.length <= MAX_PATH)
  }
  if (names.some((name) => /^mkfs(\.|$)/.test(name))) return 'making a file system'
  const removed = behind('rm')
  if (isRecursive(removed) && removed.some((target) => isCatastrophic(target, places)))
    return 'recursive removal of a folder that must stay'
  const changed = behind('chmod', 'chown', 'chgrp')
  if (isRecursive(changed) && changed.some((target) => isSystemFolder(target, places))) return 'changing rights of a system folder'
  const found = behind('find')
  const deletes = found.some((option) => option === '-delete' || baseName(option) === 'rm')
  return deletes && found.some((target) => isSystemFolder(target, places)) ? 'deleting everything find meets' : undefined
}

function isRecursive(words: readonly string[]): boolean {
  return words.some(
    (word) => /^-[a-zA-Z]*[rR]/.test(word) || /^--r(e(c(u(r(s(i(ve?)?)?)?)?)?)?)?$/.test(word) || word === '--no-preserve-root',
  )
}

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

function isCatastrophic(word: string, places: BlacklistPlaces): boolean {
  if (word.startsWith('-') || word === '') return false
  // Everything in the working folder, which is the project.
  if (/^(\.{1,2}\/)*(\.{1,2}|\*|\.\*|\.\[\^\.\]\*|\{\*|\*\.\*)?\/?$/.test(word)) return true
  if (/^(\$(PWD|OLDPWD)|~[+-])(\/\*?)?$/.test(word)) return true
  const place = /^[/~$]/.test(word) ? word : path.posix.join(places.cwd.split(path.sep).join('/'), word)
  return isSystemFolder(place, places) || isProjectOrAbove(place, places)
}

function isProjectOrAbove(word: string, places: BlacklistPlaces): boolean {
  if (!word.startsWith('/')) return false
  const place = withoutGlobTail(path.posix.normalize(word))
  const root = places.projectRoot.split(path.sep).join('/')
  return root === place || root.startsWith(place.endsWith('/') ? place : `${place}/`)
}

/** `/`, a folder of the system, a home folder, or everything in one of these. */
function isSystemFolder(word: string, places: BlacklistPlaces): boolean {
  if (/^(~\w*|\$HOME)(\/+\.?\*?)?$/.test(word)) return true
  if (!word.startsWith('/')) return false
  const place = withoutGlobTail(path.posix.normalize(word))
  if (place === '/' || place === places.userHome) return true
  const [first = '', second] = place.slice(1).split('/')
  if (first === 'home' || first === 'Users') return second === undefined || place.split('/').length === 3
  if (second !== undefined) return first === 'usr' && place.split('/').length === 3
  return systemFolders.some((folder) => commandGlob(first)(folder))
}

function withoutGlobTail(place: string): string {
  const cut = place.replace(/(\/+(\*|\.\*|\?\*|\.)?)+$/, '')
  return cut === '' ? '/' : cut
}
