import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tempProject, type TempProject } from '../testing/index.ts'
import { createSkills } from './index.ts'

let world: TempProject
const allowed = new Set<string>()
beforeEach(() => {
  allowed.clear()
  const skills = Array.from({ length: 120 }, (_, n) => [`home/skills/s-${n}/SKILL.md`, text(`s-${n}`, 'first words', `Body ${n} – ß.`)])
  world = tempProject(Object.fromEntries(skills))
  utimesSync(file('s-5'), WHOLE, WHOLE)
})
afterEach(() => world.close())

const text = (name: string, description: string, body = 'Do it.') => `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`
/** A time of change that can be set again to the last digit: seconds. */
const WHOLE = 1_700_000_000
const none = { projectRoot: undefined, isTrusted: false }

/** A start of the product: what it knows of files is what the one before kept. `laterMs`: how long ago the files were changed. */
async function start({ version = '1', laterMs = 10_000 } = {}) {
  const skills = createSkills({
    home: world.path('home'),
    userHome: world.root,
    resources: world.root,
    disabled: async () => [],
    links: { isAllowed: (link) => allowed.has(link) },
    index: { folder: world.path('home/skill-index'), version, clock: { now: () => Date.now() + laterMs } },
  })
  return new Map((await skills.list(none)).map((skill) => [skill.id, skill]))
}
const indexFile = () => join(world.path('home/skill-index'), readdirSync(world.path('home/skill-index'))[0] ?? '')
const file = (id: string) => world.path(`home/skills/${id}/SKILL.md`)
/** Shows whether the index was believed: its words are other ones than the files'. */
function markIndex(): void {
  writeFileSync(indexFile(), readFileSync(indexFile(), 'latin1').replaceAll('first words', 'kept words!'), 'latin1')
}
const words = async (id: string, setup = {}) => (await start(setup)).get(id)?.text?.description

it('is believed at the next start, word for word, without reading a file again', async () => {
  const read = await start()
  const kept = await start()
  expect([...kept.values()]).toEqual([...read.values()])
  expect(kept.get('s-7')?.text?.body).toBe('Body 7 – ß.')
  expect(statSync(indexFile()).mode & 0o777).toBe(0o600)
  markIndex()
  expect(await words('s-7')).toBe('kept words!')
})

it.each<[string, () => void]>([
  [
    'an edit that keeps size and time of change',
    () => {
      writeFileSync(file('s-5'), readFileSync(file('s-5'), 'utf8').replace('first words', 'other words'))
      utimesSync(file('s-5'), WHOLE, WHOLE)
    },
  ],
  [
    'another file put in its place, of the same size and time',
    () => {
      world.write('next', readFileSync(file('s-5'), 'utf8').replace('first words', 'other words'))
      utimesSync(world.path('next'), WHOLE, WHOLE)
      renameSync(world.path('next'), file('s-5'))
    },
  ],
  [
    'another folder put in the place of the skill',
    () => {
      world.write('next/SKILL.md', text('s-5', 'other words', 'Body 5 – ß.'))
      rmSync(world.path('home/skills/s-5'), { recursive: true })
      renameSync(world.path('next'), world.path('home/skills/s-5'))
    },
  ],
])('%s is seen at the next start, and all else with it', async (_, change) => {
  await start()
  markIndex()
  change()
  expect([await words('s-5'), await words('s-6')]).toEqual(['other words', 'first words'])
})

it('sees what came and what went', async () => {
  await start()
  world.write('home/skills/group/new/SKILL.md', text('new', 'new'))
  rmSync(world.path('home/skills/s-3'), { recursive: true })
  const now = await start()
  expect([now.size, now.has('s-3'), now.get('new')?.state]).toEqual([120, false, 'active'])
})

it.each<[string, () => void]>([
  ['half of it', () => writeFileSync(indexFile(), readFileSync(indexFile()).subarray(0, -10))],
  ['zeros', () => writeFileSync(indexFile(), Buffer.alloc(5_000))],
  ['another shape', () => writeFileSync(indexFile(), '{"skills":[]}\n')],
  ['a folder', () => (rmSync(indexFile()), mkdirSync(join(world.path('home/skill-index'), 'x')))],
])('does without an index that is no index: %s', async (_, spoil) => {
  await start()
  spoil()
  expect(await words('s-7')).toBe('first words')
})

it('does not believe another version, and keeps nothing that was changed a moment ago or cannot be kept', async () => {
  await start()
  markIndex()
  expect(await words('s-7', { version: '2' })).toBe('first words')
  rmSync(world.path('home/skill-index'), { recursive: true })
  await start({ laterMs: 0 })
  expect(readdirSync(world.path('home'))).toEqual(['skills'])
  writeFileSync(world.path('home/skill-index'), 'no folder')
  expect(await words('s-7')).toBe('first words')
})

it('holds no link for allowed that is not, and none for forbidden that was allowed meanwhile', async () => {
  world.write('elsewhere/SKILL.md', text('out', 'first words'))
  symlinkSync(world.path('elsewhere'), world.path('home/skills/out'))
  const state = async () => (await start()).get('out')?.state
  expect([await state(), await state()]).toEqual(['held', 'held'])
  allowed.add(world.path('home/skills/out'))
  expect([await state(), await state()]).toEqual(['active', 'active'])
  allowed.clear()
  expect(await state()).toBe('held')
})
