import { readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { isInside } from '../permission/index.ts'
import { AppError } from '../contract/errors.ts'
import { openRegularFile } from '../platform/index.ts'
import { displayPath } from '../workspace/index.ts'

const MAX_DEPTH = 5
const MAX_FILES = 500
const MAX_BYTES = 256 * 1024
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/** A folder that holds commands. */
export interface CommandFolder {
  readonly source: 'project' | 'user'
  readonly path: string
  /** Links may lead anywhere inside it; undefined: anywhere. */
  readonly owner: string | undefined
  /** Files of it, for all that lies below it. */
  readonly only?: readonly string[]
  /** Id of the plugin it came with. */
  readonly plugin?: string
}

export interface FoundFile {
  readonly name: string
  /** As a person would write it. */
  readonly file: string
  readonly source: CommandFolder['source']
  readonly bytes: Buffer
}

export interface Places {
  /** `MEWCODE_HOME`. */
  readonly home: string
  readonly userHome: string
}

/** The stronger one first. What a folder nobody trusts brings never hides a person's own command. */
export function commandFolders(
  projectRoot: string | undefined,
  { home, userHome, isTrusted }: Places & { isTrusted: boolean },
): CommandFolder[] {
  const project = projectRoot === undefined ? [] : ['.mewcode/commands', '.claude/commands'].map((place) => path.join(projectRoot, place))
  const user = [path.join(home, 'commands'), path.join(userHome, '.claude/commands')]
  const theirs = project.map((folder): CommandFolder => ({ source: 'project', path: folder, owner: projectRoot }))
  const own = user.map((folder): CommandFolder => ({ source: 'user', path: folder, owner: undefined }))
  return isTrusted ? [...theirs, ...own] : [...own, ...theirs]
}

/** Every command file of a folder by name; `git/log.md` is `git:log`. */
export async function findCommands(folder: CommandFolder, userHome: string): Promise<{ files: FoundFile[]; problems: AppError[] }> {
  const problems: AppError[] = []
  const files: FoundFile[] = []
  const shown = (full: string): string => displayPath(full, userHome)
  for (const relative of folder.only ?? (await markdownFiles(folder))) {
    const full = path.join(folder.path, relative)
    const name = relative.slice(0, -'.md'.length).split(path.sep).join(':')
    if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]*(:[\p{L}\p{N}][\p{L}\p{N}._-]*)*$/u.test(name)) {
      problems.push(new AppError('command.bad_name', { params: { file: shown(full) } }))
      continue
    }
    const bytes = await readOwn(full, folder.owner)
    if (bytes === undefined) continue
    if (bytes === 'too_large') problems.push(new AppError('command.too_large', { params: { file: shown(full), limit: '256 KB' } }))
    else files.push({ name, file: shown(full), source: folder.source, bytes })
  }
  return { files, problems }
}

async function markdownFiles({ path: root, owner }: CommandFolder): Promise<string[]> {
  const found: string[] = []
  const seen = new Set<string>()
  const walk = async (relative: string, depth: number): Promise<void> => {
    const full = path.join(root, relative)
    const real = await realpath(full).catch(() => undefined)
    // A link that leads in a circle, or out of the project.
    if (real === undefined || seen.has(real) || (owner !== undefined && !isInside(real, owner))) return
    seen.add(real)
    const entries = await readdir(full, { withFileTypes: true }).catch(() => [])
    for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name))) {
      if (found.length >= MAX_FILES) return
      const inner = path.join(relative, entry.name)
      if (/\.md$/i.test(entry.name) && !entry.isDirectory()) found.push(inner)
      else if (depth < MAX_DEPTH && !SKIPPED.has(entry.name) && !entry.isFile()) await walk(inner, depth + 1)
    }
  }
  await walk('', 1)
  return found
}

async function readOwn(full: string, owner: string | undefined): Promise<Buffer | 'too_large' | undefined> {
  const real = await realpath(full).catch(() => undefined)
  if (real === undefined || (owner !== undefined && !isInside(real, owner))) return undefined
  const opened = await openRegularFile(real).catch(() => undefined)
  if (!opened) return undefined
  try {
    return opened.stats.size > MAX_BYTES ? 'too_large' : await opened.handle.readFile()
  } finally {
    await opened.handle.close()
  }
}
