import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { readWithIncludes } from './include.ts'

/** Bytes of all instructions together; the nearest are kept. */
const MAX_TOTAL = 40 * 1024
/** The first that is there speaks for its folder. */
const NAMES = ['MEWCODE.md', 'AGENTS.md', 'CLAUDE.md'] as const

/** Instructions from one file, includes in place. */
export interface InstructionFile {
  /** As the model is told: relative to the project, else with `~`. */
  readonly file: string
  readonly from: 'user' | 'project' | 'untrusted project'
  readonly text: string
}

export interface InstructionPlaces {
  /** Real path. */
  readonly projectRoot: string
  /** `MEWCODE_HOME`. */
  readonly home: string
  readonly isTrusted: boolean
}

/** The user's file, then each folder's from the repository's top to the project, then `.mewcode/MEWCODE.md`. */
export async function projectInstructions(places: InstructionPlaces): Promise<InstructionFile[]> {
  const { projectRoot, home } = places
  const folders = await foldersDownTo(projectRoot)
  const found = await Promise.all([
    readOne(path.join(home, 'MEWCODE.md'), { ...places, boundary: home, shown: '~/.mewcode/MEWCODE.md', from: 'user' }),
    ...folders.map((folder) => firstOf(folder, { ...places, boundary: folder })),
    readOne(path.join(projectRoot, '.mewcode/MEWCODE.md'), { ...places, boundary: projectRoot }),
  ])
  return fit(found.flatMap((one) => one ?? []))
}

/** What the folders between the project and these files say, outermost first. `files` are relative to the project. */
export async function folderInstructions(files: Iterable<string>, places: InstructionPlaces): Promise<InstructionFile[]> {
  const folders = new Set<string>()
  for (const file of files) {
    const parts = path.posix.dirname(file.replaceAll('\\', '/')).split('/')
    if (path.isAbsolute(file) || parts[0] === '..' || parts[0] === '.' || parts[0] === '.mewcode') continue
    parts.forEach((_, index) => folders.add(parts.slice(0, index + 1).join('/')))
  }
  const found = await Promise.all(
    [...folders].sort().map((folder) => firstOf(path.join(places.projectRoot, folder), { ...places, boundary: places.projectRoot })),
  )
  return fit(found.flatMap((one) => one ?? []))
}

interface Reading extends InstructionPlaces {
  readonly boundary: string
  readonly shown?: string
  readonly from?: InstructionFile['from']
}

async function firstOf(folder: string, reading: Reading): Promise<InstructionFile | undefined> {
  for (const name of NAMES) {
    const found = await readOne(path.join(folder, name), reading)
    if (found) return found
  }
  return undefined
}

async function readOne(file: string, { projectRoot, isTrusted, boundary, shown, from }: Reading): Promise<InstructionFile | undefined> {
  const inside = await realpath(boundary).catch(() => boundary)
  const text = await readWithIncludes(file, { boundary: inside, takesMentions: path.basename(file) === 'CLAUDE.md' })
  if (text === undefined || text.trim() === '') return undefined
  return {
    file: shown ?? path.relative(projectRoot, file).replaceAll(path.sep, '/'),
    from: from ?? (isTrusted ? 'project' : 'untrusted project'),
    text: text.trim(),
  }
}

/** From the folder that holds `.git` down to the project; the project alone where there is none. */
async function foldersDownTo(projectRoot: string): Promise<string[]> {
  const folders: string[] = []
  for (let at = projectRoot; ; at = path.dirname(at)) {
    folders.unshift(at)
    if (await isThere(path.join(at, '.git'))) return folders
    if (path.dirname(at) === at) return [projectRoot]
  }
}

/** Cuts from the far end: what is nearest to the work is kept whole. */
function fit(files: readonly InstructionFile[]): InstructionFile[] {
  let room = MAX_TOTAL
  return files
    .toReversed()
    .map((one) => {
      const bytes = Buffer.from(one.text)
      if (bytes.length <= room) {
        room -= bytes.length
        return one
      }
      const kept = bytes
        .subarray(0, room)
        .toString('utf8')
        .replace(/\uFFFD+$/, '')
        .replace(/[^\n]*$/, '')
      room = 0
      return {
        ...one,
        text: `${kept}<!-- ${bytes.length - Buffer.byteLength(kept)} bytes are left out: the instructions are longer than 40 KB -->`,
      }
    })
    .toReversed()
}

function isThere(full: string): Promise<boolean> {
  return stat(full).then(
    () => true,
    () => false,
  )
}
