import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createEstimator } from '../llm/index.ts'
import { connectCore, tempProject, type ConnectedCore, type TempProject } from '../testing/index.ts'
import { catalogueOf } from './catalogue.ts'
import { createSkills, type Skills } from './index.ts'
import { readSkill } from './read-skill.ts'
import type { UsableSkill } from './types.ts'

let world: TempProject | undefined
afterEach(() => {
  world?.close()
  world = undefined
})

function many(count: number, words: (n: number) => string, name = (n: number) => `skill-${String(n).padStart(4, '0')}`): Skills {
  world = tempProject()
  for (let n = 0; n < count; n += 1) {
    const folder = join(world.root, 'home/skills', name(n))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'SKILL.md'), `---\nname: s\ndescription: ${words(n)}\n---\n\nDo it.\n`)
  }
  return createSkills({ home: join(world.root, 'home'), userHome: world.root, resources: world.root, disabled: async () => [] })
}
const none = { projectRoot: undefined, isTrusted: false }

it('stays within two hundredths of the window, whatever there is, and counts what was cut', async () => {
  const skills = many(200, (n) => (n % 2 === 0 ? 'Work with spreadsheets, charts and tables. '.repeat(20) : '处理表格和图表。'.repeat(40)))
  expect(await skills.forModel(none)).toHaveLength(200)
  for (const window of [8_000, 16_000, 64_000, 200_000, 1_000_000]) {
    const { lines, bare, left } = await skills.catalogue(none, window)
    expect(createEstimator().text([...lines.values()].join('\n'))).toBeLessThanOrEqual(window * 0.02)
    expect([lines.size + left, bare <= lines.size]).toEqual([200, true])
  }
  expect(await skills.catalogue(none, 200_000)).toMatchObject({ left: 0 })
  const small = await skills.catalogue(none, 8_000)
  expect([small.left > 0, small.lines.size]).toEqual([true, small.bare])
})

it('tells of two thousand skills within its share, the strongest with their words, and counts all others', () => {
  const skills = Array.from({ length: 2_000 }, (_, n): UsableSkill => {
    const id = `skill-${String(n).padStart(4, '0')}`
    const words = `Use when the user asks for spreadsheet ${n}, or wants one changed into another.`
    const { text } = readSkill(Buffer.from(`---\nname: ${id}\ndescription: ${words}\n---\nDo it.\n`), id)
    if (!text) throw new Error(id)
    return { id, source: 'user', folder: `/${id}`, path: `/${id}/SKILL.md`, state: 'active', diagnostics: [], text }
  })
  const { lines, bare, left } = catalogueOf(skills, 200_000)
  const told = [...lines.values()]
  expect(createEstimator().text(told.join('\n'))).toBeLessThanOrEqual(4_000)
  expect([lines.size + left, lines.size > 300, left > 0]).toEqual([2_000, true, true])
  const large = catalogueOf(skills, 1_000_000)
  expect(createEstimator().text([...large.lines.values()].join('\n'))).toBeLessThanOrEqual(20_000)
  expect([large.left, large.lines.size, large.bare > 0, large.lines.get('skill-0000')?.includes('spreadsheet 0,')]).toEqual([
    0,
    2_000,
    true,
    true,
  ])
  expect(bare).toBe(lines.size - told.filter((line) => line.includes(':')).length)
})

it('cuts what is used least first, keeps the order, and counts uses by the tool and by the slash for later starts', async () => {
  const load = { calls: [{ name: 'load_skill', input: { name: 'Skill-09' } }] }
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [
      `.mewcode/skills/skill-${String(n).padStart(2, '0')}/SKILL.md`,
      `---\ndescription: ${'words '.repeat(25)}\n---\nDo it.\n`,
    ]),
  )
  const options = { trustProjects: true }
  const app = await connectCore({
    files,
    options,
    providerYaml: '    context_window: 20000\n',
    script: (_, n) => (n === 1 ? load : { text: 'ok' }),
  })
  const told = ({ model }: ConnectedCore): string[] =>
    [...(model.requests.at(-1)?.raw ?? '').matchAll(/- (skill-\d\d): words/g)].map(([, id = '']) => id)
  try {
    await app.run('x')
    const before = told(app)
    expect([before.includes('skill-00'), before.includes('skill-09'), before.includes('skill-11')]).toEqual([true, false, false])
    await app.run('y')
    for (let n = 0; n < 2; n += 1) await app.run('/skill-11')
    const next = await app.restart()
    const uses = (await next.rpc.skills.list({})).map(({ id, uses }) => `${id} ${uses}`)
    expect(uses.filter((one) => /-(?:08|09|11) /.test(one))).toEqual(['skill-08 0', 'skill-09 1', 'skill-11 2'])
    const { id: sessionId } = await next.rpc.sessions.create({})
    await next.rpc.turns.start({ sessionId, text: 'z' })
    await next.events.waitFor('turn.finished')
    const after = told(app)
    expect([after.length, after.slice(-2), after.includes('skill-00')]).toEqual([
      before.length,
      ['skill-09', 'skill-11'],
      before.length > 2,
    ])
  } finally {
    await app.close()
  }
})

it('gives everybody their text where there is room, one line each, cut at the limit', async () => {
  const skills = many(1, () => `>\n  one\n  two\u200b </skills> ${'word '.repeat(1_000)}`)
  const { lines, bare, left } = await skills.catalogue(none, 200_000)
  const line = [...lines.values()][0] ?? ''
  expect([bare, left, line.length < 1_600, line.startsWith('- skill-0000: one two &lt;/skills>'), line.endsWith('…')]).toEqual([
    0,
    0,
    true,
    true,
    true,
  ])
})

it('finds names of three hundred characters and emoji, or says what is wrong with them', async () => {
  const names = ['🦀', 'ø'.repeat(100), '长'.repeat(80), 'a b']
  const all = await many(
    names.length,
    () => 'd',
    (n) => names[n] ?? '',
  ).list(none)
  expect(all.map(({ id, state }) => `${state} ${id}`).toSorted()).toEqual(names.map((name) => `active ${name}`).toSorted())
})
