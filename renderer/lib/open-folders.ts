/** What is kept of all projects together must fit into what a browser keeps of a page. */
const MOST_PROJECTS = 20
const MOST_FOLDERS = 100
const LONGEST_PATH = 400

/** The folders that were left open in a project, from what `withOpenFolders` made. */
export function openFoldersIn(kept: string | null, projectId: string): string[] {
  return projectsIn(kept).find(([id]) => id === projectId)?.[1] ?? []
}

/** The same text with a project's open folders; those opened last stay, and so do the projects used last. */
export function withOpenFolders(kept: string | null, projectId: string, opened: Iterable<string>): string {
  const others = projectsIn(kept).filter(([id]) => id !== projectId)
  const mine = [...opened].filter((path) => path.length <= LONGEST_PATH).slice(-MOST_FOLDERS)
  return JSON.stringify([...others, [projectId, mine]].slice(-MOST_PROJECTS))
}

function projectsIn(kept: string | null): [id: string, folders: string[]][] {
  const value = parsed(kept)
  if (!Array.isArray(value)) return []
  return value.flatMap((pair: unknown) => {
    if (!Array.isArray(pair) || typeof pair[0] !== 'string' || !Array.isArray(pair[1])) return []
    return [[pair[0], pair[1].filter((path) => typeof path === 'string')]]
  })
}

function parsed(kept: string | null): unknown {
  try {
    return JSON.parse(kept ?? '[]')
  } catch {
    return undefined
  }
}
