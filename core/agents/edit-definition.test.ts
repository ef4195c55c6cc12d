import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../testing/index.ts'

let core: ConnectedCore

afterEach(() => core.close())

const textOf = (name: string, prompt = 'You read.'): string => `---\nname: ${name}\ndescription: reads\n---\n${prompt}\n`

it('keeps what an editor writes, whole, and never over what somebody else wrote', async () => {
  core = await connectCore()
  const { agents } = core.rpc
  const made = await agents.save({ name: 'mine', source: 'user', text: textOf('mine') })
  const file = join(core.platform.paths.home, 'agents/mine.md')
  expect(made).toMatchObject({ name: 'mine', state: 'active', text: textOf('mine'), path: file, isEditable: true })
  await expect(agents.save({ name: 'mine', source: 'user', text: textOf('mine') })).rejects.toMatchObject({ code: 'agent.taken' })
  const again = await agents.save({ name: 'mine', source: 'user', text: textOf('mine', 'B'), expectedHash: made.hash })
  const stale = { name: 'mine', source: 'user', expectedHash: made.hash } as const
  await expect(agents.save({ ...stale, text: textOf('mine', 'C') })).rejects.toMatchObject({ code: 'agent.changed_meanwhile' })
  await expect(agents.remove(stale)).rejects.toMatchObject({ code: 'agent.changed_meanwhile' })
  for (const [text, code] of [
    ['---\nname: mine\n---\nx\n', 'agent.no_description'],
    ['---\nname: mine\ndescription: d\ntools: []\n---\nx\n', 'agent.no_tools'],
    [textOf('other'), 'agent.name_differs'],
  ] as const)
    await expect(agents.save({ ...stale, text, expectedHash: again.hash })).rejects.toMatchObject({ code })
  expect([readFileSync(file, 'utf8'), readdirSync(join(core.platform.paths.home, 'agents'))]).toEqual([textOf('mine', 'B'), ['mine.md']])
  await agents.remove({ ...stale, expectedHash: again.hash })
  expect(existsSync(file)).toBe(false)
  expect(await agents.show({ name: 'Explore' })).toMatchObject({ isEditable: false, text: expect.stringContaining('name: Explore') })
})

it('neither reads nor writes through a link that leads out of the project', async () => {
  core = await connectCore()
  const { agents } = core.rpc
  const outside = join(core.project.root, '../outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'secret.md'), textOf('secret'))
  core.project.write('.mewcode/agents/plain.md', textOf('plain'))
  symlinkSync(join(outside, 'secret.md'), core.project.path('.mewcode/agents/secret.md'))
  expect(await agents.show({ name: 'secret' })).toMatchObject({ state: 'broken', text: '', isEditable: false })
  const link = { name: 'secret', source: 'project', text: textOf('secret', 'EVIL') } as const
  await expect(agents.save(link)).rejects.toMatchObject({ code: 'agent.link_out' })
  expect(readFileSync(join(outside, 'secret.md'), 'utf8')).toBe(textOf('secret'))
  const { hash } = await agents.show({ name: 'plain' })
  await agents.save({ name: 'plain', source: 'project', text: textOf('plain', 'B'), expectedHash: hash })
  expect(core.project.read('.mewcode/agents/plain.md')).toBe(textOf('plain', 'B'))
})
