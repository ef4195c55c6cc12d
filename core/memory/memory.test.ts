import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../base/clock.ts'
import { AppError } from '../contract/errors.ts'
import { createFileLocks } from '../platform/index.ts'
import { tempProject, type TempProject } from '../testing/index.ts'
import { memoryLines, createMemory, noteFile, type Memory } from './index.ts'

let world: TempProject
let memory: Memory
let changes: number
const places = () => ({ projectRoot: world.path('proj') })
const note = { level: 'project', type: 'project_knowledge', title: 'How to test', content: 'Run npm test.' } as const

beforeEach(() => {
  world = tempProject({ 'proj/a.txt': '', 'home/config.yaml': '' })
  changes = 0
  memory = createMemory({ home: world.path('home'), clock: systemClock, locks: createFileLocks(), onChange: () => (changes += 1) })
})
afterEach(() => world.close())

const code = (work: Promise<unknown>) => work.then(() => 'done').catch((error: unknown) => (error instanceof AppError ? error.code : error))

it('keeps one Markdown file a note, at the level asked for', async () => {
  await memory.save(note, places())
  await memory.save({ ...note, level: 'user', type: 'user_preference', title: '用 pnpm', content: '不要用 npm。' }, places())
  expect(readdirSync(world.path('proj/.mewcode/memory'))).toEqual(['project_knowledge_how-to-test.md'])
  expect(world.read('proj/.mewcode/memory/project_knowledge_how-to-test.md')).toMatch(
    /^---\ntype: project_knowledge\ntitle: "How to test"\ncreated: \d{4}-\d\d-\d\d\n---\n\nRun npm test\.\n$/,
  )
  expect((await memory.list(places())).map(({ level, title, content }) => `${level}: ${title}: ${content}`).toSorted()).toEqual([
    'project: How to test: Run npm test.',
    'user: 用 pnpm: 不要用 npm。',
  ])
  expect((await memory.list({ projectRoot: undefined })).map(({ level }) => level)).toEqual(['user'])
  expect(changes).toBe(2)
})

describe('the index', () => {
  const index = async () => memoryLines(await memory.list(places())).lines.map(({ text }) => text)

  it('has one line a file: an update replaces it, a deletion takes it away', async () => {
    await memory.save(note, places())
    await memory.save({ ...note, content: 'Run\nnpm t.' }, places())
    expect(await index()).toEqual(['- project/project_knowledge_how-to-test.md: [project_knowledge] How to test: Run npm t.'])
    const { file } = await memory.save({ ...note, title: 'Testing', file: 'project_knowledge_how-to-test.md' }, places())
    expect(await index()).toEqual(['- project/project_knowledge_testing.md: [project_knowledge] Testing: Run npm test.'])
    await memory.delete({ level: 'project', file }, places())
    expect(await index()).toEqual([])
    expect(readdirSync(world.path('proj/.mewcode/memory'))).toEqual([])
  })

  it('holds 25 KB, the newest first, and says how many it leaves out', async () => {
    for (let n = 0; n < 100; n += 1) {
      await memory.save({ ...note, title: `note ${n}`, content: 'x'.repeat(500) }, places())
      utimesSync(world.path(`proj/.mewcode/memory/project_knowledge_note-${n}.md`), 1_000 + n, 1_000 + n)
    }
    const { lines, left } = memoryLines(await memory.list(places()))
    expect(Buffer.byteLength(lines.map(({ text }) => text).join('\n'))).toBeLessThanOrEqual(25 * 1024)
    expect(lines[0]?.text).toContain('note-99.md')
    expect([lines.length + left, left > 0]).toEqual([100, true])
  })
})

describe('whatever the model sends', () => {
  it.each(['../../x', '..\\..\\x', '/etc/passwd', 'a\0b', 'C:\\x', '.', '~', '%2e%2e%2f', 'con', '\u202egnp', '记住'])(
    'a title %j stays a file name in the folder',
    async (title) => {
      const { file } = await memory.save({ ...note, title }, places())
      expect(file).toMatch(/^project_knowledge_[a-z0-9][a-z0-9-]{0,59}\.md$/)
      expect(readdirSync(world.path('proj/.mewcode/memory'))).toEqual([file])
    },
  )

  it('gives titles that differ only in what a name cannot hold different files', () => {
    expect(new Set(['记住', '别忘', 'é 记', 'é 忘'].map((title) => noteFile('user_preference', title))).size).toBe(4)
  })

  it.each([
    '../a.txt',
    '../../home/config.yaml',
    'notes.md',
    'project_knowledge_../../a.md',
    'project_knowledge_x.md/../../a',
    'project_knowledge_x/../../../b.md',
  ])('a file %j is no note', async (file) => {
    mkdirSync(world.path('proj/.mewcode/memory'), { recursive: true })
    writeFileSync(world.path('proj/.mewcode/memory/notes.md'), 'x')
    writeFileSync(world.path('proj/b.md'), 'theirs')
    const at = { level: 'project', file } as const
    expect(await code(memory.show(at, places()))).toBe('memory.not_found')
    expect(await code(memory.delete(at, places()))).toBe('memory.not_found')
    expect(await code(memory.save({ ...note, file }, places()))).toBe('memory.not_found')
  })

  it('writes through no link that a repository brings', async () => {
    mkdirSync(world.path('proj/.mewcode'))
    mkdirSync(world.path('outside'))
    symlinkSync(world.path('outside'), world.path('proj/.mewcode/memory'))
    expect(await code(memory.save(note, places()))).toBe('memory.link')
    expect(readdirSync(world.path('outside'))).toEqual([])
  })

  it('neither reads nor overwrites what a link in place of a note leads to', async () => {
    mkdirSync(world.path('proj/.mewcode/memory'), { recursive: true })
    world.write('outside.txt', 'theirs')
    symlinkSync(world.path('outside.txt'), world.path('proj/.mewcode/memory/project_knowledge_how-to-test.md'))
    expect(await memory.list(places())).toEqual([])
    expect(await code(memory.save(note, places()))).toBe('memory.link')
    expect(readFileSync(world.path('outside.txt'), 'utf8')).toBe('theirs')
  })
})

it('reads notes that a person wrote by hand', async () => {
  world.write('proj/.mewcode/memory/reference_material_api-docs.md', 'See https://example.com')
  expect(await memory.list(places())).toMatchObject([{ type: 'reference_material', title: 'api docs', content: 'See https://example.com' }])
})
