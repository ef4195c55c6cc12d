/** Entries of a dropped folder that are looked at; a drop of a whole disk ends here. */
const MOST_PATHS = 2_000
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules', '.hg', '.svn'])

export interface FolderListing {
  /** Relative, with `/`; folders end with one. */
  readonly paths: readonly string[]
  readonly hasMore: boolean
}

/** What lies in a dropped folder, its own level first. Nothing is read but names. Rejects with a `DOMException` when it cannot be. */
export async function listFolder(folder: FileSystemDirectoryEntry): Promise<FolderListing> {
  const paths: string[] = []
  const waiting = [{ folder, prefix: '' }]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    for (const entry of await entriesOf(next.folder)) {
      if (SKIPPED.has(entry.name)) continue
      if (paths.length >= MOST_PATHS) return { paths, hasMore: true }
      const path = `${next.prefix}${entry.name}`
      paths.push(isFolder(entry) ? `${path}/` : path)
      if (isFolder(entry)) waiting.push({ folder: entry, prefix: `${path}/` })
    }
  }
  return { paths, hasMore: false }
}

/** A reader hands out a hundred at a time, and none at its end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all.sort((a, b) => (a.name < b.name ? -1 : 1))
    all.push(...some)
    if (all.length > MOST_PATHS) return all
  }
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
