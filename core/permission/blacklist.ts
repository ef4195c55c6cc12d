import path from 'node:path'
import { baseName, segments, withoutQuoting } from './shell-words.ts'

export interface BlacklistPlaces {
  readonly projectRoot: string
  readonly userHome: string
}

/**
 * Shell lines that no mode, rule or answer lets through: what cannot be undone and is never meant. Matched on the line
 * without its quoting and on every word that could be a command, so it hits too often rather than too seldom.
 * Answers what was hit, in a few words.
 */
export function blacklisted(line: string, places: BlacklistPlaces): string | undefined {
  const bare = withoutQuoting(line)
  if (/(\S+)\(\)\{\1\|\1&\};\1/.test(bare.replaceAll(/\s+/g, ''))) return 'a fork bomb'
  if (pipesDownload(bare)) return 'a download run by an interpreter'
  if (overwritesDevice(bare)) return 'a write to a block device'
  if (wipesStartFile(bare)) return 'wiping a password, boot or shell start file'
  for (const piece of segments(line)) {
    const hit = dangerousPiece(piece.split(/\s+/), places)
    if (hit !== undefined) return hit
  }
  return undefined
}

const interpreter = String.raw`(?:\S*\/)?(?:(?:ba|z|da|k|a|fi|tc|c)?sh|python[\d.]*|perl|ruby|node|php|pwsh|bun|deno)`
const wrapper = String.raw`(?:(?:sudo|doas|env|nohup|exec|command|time|nice|xargs)\s+(?:-\S+\s+|\w+=\S*\s+)*)*`
const pipedIn = new RegExp(String.raw`\b(?:curl|wget|fetch)\b[^;\n]*\|&?\s*${wrapper}${interpreter}(?![\w.-])(?!\s+-[mcep]\b)`)
const substituted = new RegExp(
  String.raw`(?:${interpreter}|\beval|\bsource|(?:^|\s)\.)\s+(?:-\w+\s+)*(?:<\(|\$\(|${'`'})\s*(?:curl|wget|fetch)\b`,
)

function pipesDownload(bare: string): boolean {
  return pipedIn.test(bare) || substituted.test(bare)
}

const device = String.raw`\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper\/|dm-|md\d)\S*`
const deviceWrite = new RegExp(
  String.raw`>\|?\s*${device}|\bof=${device}|\b(?:tee|shred|wipefs|blkdiscard|mkswap|sgdisk|cp|mv)\b[^;&|\n]*\s${device}`,
)

function overwritesDevice(bare: string): boolean {
  return deviceWrite.test(bare)
}

const startFile = String.raw`(?:\/etc\/(?:passwd|shadow|sudoers|group|fstab|profile)|\/boot(?:\/\S*)?|(?:~|\$HOME|\$\{HOME\}|\/root|\/home\/[^\s/]+)\/\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv))(?![\w./-])`
const startFileWipe = new RegExp(
  String.raw`(?:^|[^>])>\|?\s*${startFile}|\b(?:rm|truncate|shred)\b[^;&|\n]*\s${startFile}|\/dev\/null\s+${startFile}`,
)

function wipesStartFile(bare: string): boolean {
  return startFileWipe.test(bare)
}

function dangerousPiece(words: readonly string[], places: BlacklistPlaces): string | undefined {
  for (const [index, word] of words.entries()) {
    const name = baseName(word)
    const rest = words.slice(index + 1)
    if (/^mkfs(\.|$)/.test(name)) return 'making a file system'
    if (name === 'rm' && isRecursive(rest) && rest.some((target) => isCatastrophic(target, places)))
      return 'recursive removal of a folder that must stay'
    if (
      (name === 'chmod' || name === 'chown' || name === 'chgrp') &&
      isRecursive(rest) &&
      rest.some((target) => isSystemFolder(target, places))
    )
      return 'changing rights of a system folder'
    if (
      name === 'find' &&
      rest.some((target) => isSystemFolder(target, places)) &&
      rest.some((option) => option === '-delete' || baseName(option) === 'rm')
    )
      return 'deleting everything find meets'
  }
  return undefined
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
  if (/^\$(PWD|OLDPWD)(\/\*?)?$/.test(word)) return true
  return isSystemFolder(word, places) || isProjectOrAbove(word, places)
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
  return systemFolders.some((folder) => folderGlob(first).test(folder))
}

function withoutGlobTail(place: string): string {
  const cut = place.replace(/(\/+(\*|\.\*|\?\*|\.)?)+$/, '')
  return cut === '' ? '/' : cut
}

function folderGlob(first: string): RegExp {
  return new RegExp(
    `^${first
      .replaceAll(/[^\w*?]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  )
}
