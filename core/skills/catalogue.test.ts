import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createEstimator } from '../llm/index.ts'
import { tempProject, type TempProject } from '../testing/index.ts'
import { createSkills, type Skills } from './index.ts'

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
