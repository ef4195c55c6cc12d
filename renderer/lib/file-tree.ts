import type { WireError } from '../../core/contract/errors.ts'
import type { FileMatch, FolderEntry } from '../../core/contract/workspace.ts'
import { findByLetter, moveInList } from './list-keys.ts'

/** What is known of one folder. */
export interface LoadedFolder {
  readonly entries: readonly FolderEntry[]
  /** Entries on the disk; those not brought yet are counted in. */
  readonly total: number
  readonly isTruncated: boolean
  readonly isLoading: boolean
  readonly error?: WireError | undefined
}

/** A file or a folder. */
export interface EntryRow extends FolderEntry {
  readonly row: 'entry'
  /** Relative to the project, with `/`; absolute in an added folder. */
  readonly path: string
  /** How it is written: its name, of a found one its path. */
  readonly label: string
  /** Of an added folder itself: where it lies. */
  readonly place?: string
  readonly level: number
  readonly position: number
  readonly siblings: number
  /** A folder whose entries would stand below it. */
  readonly canOpen: boolean
  readonly isOpen: boolean
}

/** What is to be said of a folder between its entries. */
export interface NoteRow {
  readonly row: 'note'
  readonly kind: 'loading' | 'empty' | 'failed' | 'more' | 'truncated'
  readonly folder: string
  readonly path: string
  readonly level: number
  readonly position: number
  readonly siblings: number
  /** Entries that are not shown yet. */
  readonly left: number
}

export type TreeRow = EntryRow | NoteRow

/** Of the folders added to a project those its tree does not show already: each once, none that lies in another. */
export function addedRoots(folders: readonly { readonly path: string; readonly problem?: unknown }[], projectRoot: string): string[] {
  const paths = [...new Set(folders.flatMap(({ path, problem }) => (problem === undefined ? path : [])))]
  return paths.filter((path) => path !== projectRoot && ![projectRoot, ...paths].some((other) => isBelow(path, other)))
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder + separatorOf(folder))
}

/** Of an absolute path. */
function separatorOf(path: string): string {
  return path.startsWith('/') ? '/' : '\\'
}

/** The rows of a tree from top to bottom, as far as folders are open; below the project's own stand the `added` ones. */
export function treeRows(
  folders: ReadonlyMap<string, LoadedFolder>,
  opened: ReadonlySet<string>,
  added: readonly string[] = [],
): TreeRow[] {
  const rows: TreeRow[] = []
  const addFolder = (folder: string, level: number, isIgnored: boolean): void => {
    const known = folders.get(folder)
    const notes = notesOf(known)
    const own = (known?.entries.length ?? 0) + notes.length
    const siblings = folder === '' ? own + added.length : own
    known?.entries.forEach((entry, index) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const row = { ...entry, row: 'entry', path, label: entry.name, level, siblings, position: index + 1 } as const
      const canOpen = entry.kind === 'folder'
      const isOpen = canOpen && opened.has(path)
      // Of what lies in an ignored folder the disk's own answer says nothing.
      rows.push({ ...row, canOpen, isOpen, isIgnored: isIgnored || entry.isIgnored })
      if (isOpen) addFolder(path, level + 1, isIgnored || entry.isIgnored)
    })
    const left = (known?.total ?? 0) - (known?.entries.length ?? 0)
    notes.forEach((kind, index) => {
      // No name on a disk holds this sign; with another portion it is another row.
      const path = `${folder}\0${kind}${own}`
      rows.push({ row: 'note', kind, folder, path, level, siblings, position: own - notes.length + index + 1, left })
    })
  }
  addFolder('', 1, false)
  const above = rows.filter(({ level }) => level === 1).length
  added.forEach((path, index) => {
    const isOpen = opened.has(path)
    rows.push({ ...addedFolder(path), level: 1, position: above + index + 1, siblings: above + added.length, isOpen })
    if (isOpen) addFolder(path, 2, false)
  })
  return rows
}

function addedFolder(path: string): Omit<EntryRow, 'level' | 'position' | 'siblings' | 'isOpen'> {
  const at = path.lastIndexOf(separatorOf(path))
  const name = path.slice(at + 1)
  const place = path.slice(0, at) || separatorOf(path)
  return { row: 'entry', path, name, label: name, place, kind: 'folder', isIgnored: false, isSecret: false, canOpen: true }
}

function notesOf(folder: LoadedFolder | undefined): NoteRow['kind'][] {
  if (folder?.error) return ['failed']
  if (!folder || (folder.entries.length === 0 && folder.isLoading)) return ['loading']
  if (folder.entries.length === 0) return ['empty']
  if (folder.entries.length < folder.total) return ['more']
  return folder.isTruncated ? ['truncated'] : []
}

/** What was found by name, as rows of one level. */
export function matchRows(matches: readonly FileMatch[]): EntryRow[] {
  return matches.map(({ path: found, kind }, index) => {
    const path = kind === 'folder' ? found.slice(0, -1) : found
    const name = path.slice(path.lastIndexOf('/') + 1)
    const row = { row: 'entry', path, label: path, name, kind, level: 1, position: index + 1, siblings: matches.length } as const
    return { ...row, canOpen: false, isOpen: false, isIgnored: false, isSecret: false }
  })
}

/** The folders a path lies in, the outermost first; the project's own is not among them. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** What a key does to the row at `index` of a tree; undefined: it is none of the tree's. */
export function treeKey(key: string, index: number, rows: readonly TreeRow[]): { index: number } | 'toggle' | undefined {
  const row = rows[index]
  const isFolder = row?.row === 'entry' && row.canOpen
  const isOpen = isFolder && row.isOpen
  if (key === 'ArrowRight') {
    if (!isFolder) return undefined
    return isOpen ? { index: Math.min(index + 1, rows.length - 1) } : 'toggle'
  }
  if (key === 'ArrowLeft') {
    if (isOpen) return 'toggle'
    const parent = rows.slice(0, Math.max(0, index)).findLastIndex((one) => one.level < (row?.level ?? 0))
    return parent < 0 ? undefined : { index: parent }
  }
  const moved = moveInList(key, index, rows.length)
  return moved === undefined ? undefined : { index: moved }
}

/** The row that what was typed means: the next one that begins so; what is typed on stays at a row that fits. */
export function typedRow(typed: string, index: number, rows: readonly TreeRow[]): number | undefined {
  const labels = rows.map((row) => (row.row === 'entry' ? row.name : ''))
  return findByLetter(typed, typed.length > 1 ? index - 1 : index, labels)
}
