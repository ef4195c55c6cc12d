import { AppError } from '../../contract/errors.ts'
import { isBadName, nameKey } from '../skill-name.ts'
import type { SourceFile, SourceTree } from './types.ts'

const SKIPPED = /(^|\/)(\.git|node_modules|dist|build|__pycache__)(\/|$)/
/** What belongs to a skill that lies at the top of a repository, where all kinds of things lie. */
const OWN_AT_TOP = /^(?:skill\.(?:md|sig)|license[^/]*|notice[^/]*|(?:scripts|references|assets|resources|templates|examples)\/.*)$/i
/** Folders between the top and a skill. */
const MAX_DEPTH = 6
/** Names in a message. */
const SHOWN = 30

export interface PickedSkill {
  readonly id: string
  /** Folder within the source; empty: the top. */
  readonly folder: string
  /** Their paths from the skill's folder. */
  readonly files: readonly SourceFile[]
  /** The same file in the source, by its path from the skill's folder. */
  readonly sources: ReadonlyMap<string, SourceFile>
}

/** The one skill that was asked for. `AppError('install.no_skill' | 'install.several' | 'install.unsafe_path')`. */
export function pickSkill(tree: SourceTree): PickedSkill {
  const all = skillFolders(tree)
  const wanted = tree.skill === undefined ? undefined : nameKey(tree.skill)
  const top = topOf(tree)
  // A skill that lies where one looks is the one that is meant, whatever lies below it.
  const ofAll = all.includes(top) ? [top] : all
  const fitting = wanted === undefined ? ofAll : all.filter((folder) => nameKey(idOf(folder, tree)) === wanted)
  const [first, ...others] = fitting
  if (first === undefined) {
    const names = all.map((folder) => idOf(folder, tree))
    if (names.length > 0) throw several(tree, names)
    throw new AppError('install.no_skill', { params: { source: shownSource(tree) } })
  }
  if (others.length > 0 && !isOneOfTwins(first, others))
    throw several(
      tree,
      fitting.map((folder) => idOf(folder, tree)),
    )
  return skillAt(tree, first)
}

/** The skill that was asked for by name is there. */
export function hasSkill(tree: SourceTree): boolean {
  return skillFolders(tree).some((folder) => nameKey(idOf(folder, tree)) === nameKey(tree.skill ?? ''))
}

/** The SKILL.md of each skill of a source. */
export function skillFiles(tree: SourceTree): { readonly id: string; readonly file: SourceFile }[] {
  const folders = new Set(skillFolders(tree))
  return tree.files.flatMap((file) => {
    const folder = parentOf(file.path)
    if (file.kind !== 'file' || !/(^|\/)skill\.md$/i.test(file.path) || !folders.delete(folder)) return []
    return [{ id: idOf(folder, tree).normalize('NFC'), file }]
  })
}

/** One skill of a source by its folder. */
function skillAt(tree: SourceTree, folder: string): PickedSkill {
  const id = idOf(folder, tree).normalize('NFC')
  if (isBadName(id) || id.startsWith('.')) throw new AppError('install.unsafe_path', { params: { path: id } })
  const prefix = folder === '' ? '' : `${folder}/`
  const isWhole = folder !== '' || tree.isSkillFolder
  const sources = new Map<string, SourceFile>()
  for (const file of tree.files) {
    if (!file.path.startsWith(prefix)) continue
    const inner = file.path.slice(prefix.length)
    if (/(^|\/)(\.git|node_modules)(\/|$)/.test(inner) || !(isWhole || OWN_AT_TOP.test(inner))) continue
    sources.set(inner, file)
  }
  const files = [...sources].map(([path, file]) => ({ ...file, path }))
  return { id, folder, files, sources }
}

/** Folders with a SKILL.md, the outermost of those that lie in one another. */
function skillFolders(tree: Pick<SourceTree, 'files' | 'path'>): string[] {
  const { files } = tree
  const top = topOf(tree)
  const folders = files
    .filter((file) => file.kind === 'file' && /(^|\/)skill\.md$/i.test(file.path))
    .map((file) => parentOf(file.path))
    .filter((folder) => folder === top || top === '' || folder.startsWith(`${top}/`))
    .filter((folder) => !SKIPPED.test(folder.slice(top.length)) && depthOf(folder.slice(top.length)) <= MAX_DEPTH)
    .sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))
  return folders.filter(
    (folder, index) => !folders.slice(0, index).some((outer) => outer !== '' && (outer === folder || folder.startsWith(`${outer}/`))),
  )
}

function topOf({ path }: Pick<SourceTree, 'path'>): string {
  return /(^|\/)skill\.md$/i.test(path) ? parentOf(path) : path
}

/** The same skill is often kept twice, once for each product. */
function isOneOfTwins(first: string, others: readonly string[]): boolean {
  return first !== '' && others.every((other) => nameOf(other) === nameOf(first))
}

function several(tree: SourceTree, names: readonly string[]): AppError {
  const shown = [...new Set(names)]
  const more = shown.length > SHOWN ? ` … (${shown.length})` : ''
  return new AppError('install.several', { params: { source: shownSource(tree), names: shown.slice(0, SHOWN).join(', ') + more } })
}

function shownSource({ origin, path }: SourceTree): string {
  return path === '' ? origin : `${origin} (${path})`
}

function idOf(folder: string, { topName }: SourceTree): string {
  return folder === '' ? topName : nameOf(folder)
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1)
}

function parentOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : ''
}

function depthOf(folder: string): number {
  return folder.split('/').filter((part) => part !== '').length
}
