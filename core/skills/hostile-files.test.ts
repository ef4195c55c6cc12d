import { mkdirSync, symlinkSync, truncateSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tempProject, type TempProject } from '../testing/index.ts'
import { createSkills } from './index.ts'

let world: TempProject
beforeEach(() => {
  world = tempProject()
})
afterEach(() => world.close())

const text = (name: string, more = '') => `---\nname: ${name}\ndescription: does it\n${more}---\n\nDo it.\n`
const put = (folder: string, content: string | Uint8Array): void => world.write(`home/skills/${folder}/SKILL.md`, content)
const list = async () => {
  const skills = createSkills({ home: world.path('home'), userHome: world.root, resources: world.root, disabled: async () => [] })
  const all = await skills.list({ projectRoot: undefined, isTrusted: false })
  return all.map(({ id, state, diagnostics }) => [
    id,
    state,
    ...diagnostics.flatMap(({ level, problem }) => (level === 'error' ? [problem.code] : [])),
  ])
}

it('refuses each file that is no skill for a reason of its own, and loads those beside it', async () => {
  put('fine', text('fine'))
  put('huge', text('huge'))
  truncateSync(world.path('home/skills/huge/SKILL.md'), 50 * 1024 * 1024)
  put('bytes', Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xc0]))
  put('zeros', 'a\0b')
  put('open', '---\nname: open\n')
  put('empty', '')
  put('escape', text('../escape'))
  put('device', text('CON'))
  mkdirSync(world.path('home/skills/folder/SKILL.md'), { recursive: true })
  symlinkSync('loop', world.path('home/skills/loop'))
  put('CON', text('con'))
  put('__proto__', text('proto'))
  const started = performance.now()
  expect(await list()).toEqual([
    ['CON', 'broken', 'skill.bad_name'],
    ['__proto__', 'broken', 'skill.bad_name'],
    ['bytes', 'broken', 'skill.not_text'],
    ['device', 'broken', 'skill.bad_name'],
    ['empty', 'broken', 'skill.no_description'],
    ['escape', 'broken', 'skill.bad_name'],
    ['fine', 'active'],
    ['folder', 'broken', 'skill.not_text'],
    ['huge', 'broken', 'skill.too_large'],
    ['loop', 'broken', 'skill.link_broken'],
    ['open', 'broken', 'skill.never_closed'],
    ['zeros', 'broken', 'skill.not_text'],
  ])
  // Fifty megabytes are not read.
  expect(performance.now() - started).toBeLessThan(2_000)
})

it('keeps twins that differ in capitals apart, the first in use, and takes names of three hundred characters', async () => {
  put('Twin', text('Twin'))
  put('twin', text('twin'))
  put('long', text('x'.repeat(300)))
  put('w'.repeat(200), text('w'.repeat(200)))
  expect(await list()).toEqual([
    ['Twin', 'active'],
    ['long', 'broken', 'skill.bad_name'],
    ['twin', 'shadowed'],
    ['w'.repeat(200), 'active'],
  ])
})
