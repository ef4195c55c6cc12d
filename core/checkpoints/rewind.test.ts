import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openRewindProject, type RewindProject } from '../testing/rewind-project.ts'

let project: RewindProject

beforeEach(async () => {
  project = await openRewindProject()
})
afterEach(() => project.close())

/** What stands at a path, or the state of a whole tree: content, permission bits, where a link leads. */
function look(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return 'absent'
  if (stats.isSymbolicLink()) return `link ${readlinkSync(path)}`
  if (stats.isDirectory()) return 'folder'
  return `${(stats.mode & 0o7777).toString(8)} ${readFileSync(path, 'hex')}`
}

function tree(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true }).map(String)
  return new Map(names.map((name) => [join(folder, name), look(join(folder, name))]))
}

/** Numbers that are the same in every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39)
    return (mixed >>> 1) % below
  }
}

/** `src` is a link by now. */
function isLedAway(path: string): boolean {
  return path.startsWith('src') && look(project.path('src')).startsWith('link')
}

function moveAway(at: string, to: string, number: number): void {
  const moved = join(to, `moved-${number}`)
  renameSync(at, moved)
  symlinkSync(moved, at)
}

const PATHS = ['a.txt', 'b.txt', 'src/c.txt', 'src/deep/d.txt', 'new/e.txt']

/**
 * One random history: tools edit, the person edits, deletes, changes modes and swaps files and folders for links. What a tool left
 * is known from having looked right after it, what was before it from having looked right before.
 */
async function play(seed: number): Promise<void> {
  const random = randomOf(seed)
  const one = <T>(list: readonly T[]): T => list[random(list.length)] as T
  const left = new Map<string, string>()
  const befores: Map<string, string>[] = []
  const prompts: string[] = []
  const outside = join(dirname(project.root), `outside-${seed}`)
  mkdirSync(outside)
  for (const path of ['a.txt', 'src/c.txt']) project.write(path, `first ${path}\n`)
  chmodSync(project.path('a.txt'), 0o755)

  const steps: Record<string, (path: string) => Promise<void> | void> = {
    async tool(path) {
      const at = project.path(path)
      const before = look(at)
      // A tool writes through links; those files are other paths, and none of this test's.
      if (before.startsWith('link') || isLedAway(path)) return
      for (const known of befores) if (!known.has(at)) known.set(at, before)
      await project.change('write_file', { path, content: `tool ${seed} ${random(1e9)}\n` })
      left.set(at, readFileSync(at, 'hex'))
    },
    edit: (path) =>
      void (existsSync(project.path(path)) && statSync(project.path(path)).isFile() && project.write(path, `person ${random(1e9)}`)),
    delete: (path) => rmSync(project.path(path), { force: true, recursive: true }),
    mode: (path) => void (existsSync(project.path(path)) && chmodSync(project.path(path), one([0o600, 0o640, 0o755]))),
    // Moved away and linked to: what a tool left can be reached at its old place, and must not be written there.
    linkFile(path) {
      const at = project.path(path)
      if (look(at) === 'absent' || isLedAway(path)) return
      moveAway(at, outside, random(1e9))
    },
    linkFolder() {
      const at = project.path('src')
      if (look(at) === 'folder') moveAway(at, outside, random(1e9))
    },
  }
  for (let turn = 0; turn < 3; turn += 1) {
    prompts.push(project.prompt())
    befores.push(new Map())
    for (let step = 0; step < 5; step += 1) {
      const kind = one(['tool', 'tool', 'tool', 'tool', 'edit', 'delete', 'mode', 'linkFile', 'linkFolder'] as const)
      await steps[kind]?.(one(PATHS))
    }
  }

  const to = random(prompts.length)
  const now = new Map([...tree(project.root), ...tree(outside)])
  const expected = new Map(now)
  for (const [path, before] of befores[to] ?? []) {
    const isOurs = now.get(path)?.split(' ')[1] === left.get(path)
    if (!isOurs || isLedAway(relative(project.root, path))) continue
    if (before === 'absent') expected.delete(path)
    else expected.set(path, before)
  }
  const planned = await project.rewind(prompts[to] ?? '', { dryRun: true })
  expect(new Map([...tree(project.root), ...tree(outside)]), `seed ${seed}: a dry run touches nothing`).toEqual(now)
  const done = await project.rewind(prompts[to] ?? '')
  expect({ ...done, rewindId: '' }, `seed ${seed}: what was planned is done`).toEqual({ ...planned, rewindId: '' })
  const files = (state: Map<string, string>): [string, string][] =>
    [...state].filter(([, what]) => what !== 'folder').toSorted(([a], [b]) => (a < b ? -1 : 1))
  expect(files(new Map([...tree(project.root), ...tree(outside)])), `seed ${seed}`).toEqual(files(expected))

  await project.rewind(done.rewindId)
  expect(files(new Map([...tree(project.root), ...tree(outside)])), `seed ${seed}: undone`).toEqual(files(now))
}

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'never touches a file that is not as the tools left it, and puts all others back (histories %i)',
  async (batch) => {
    for (let seed = batch * 1_000; seed < batch * 1_000 + 5; seed += 1) {
      await play(seed)
      await project.close()
      project = await openRewindProject()
    }
  },
)
