import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectCore, tempProject, type ConnectedCore, type TempProject } from '../testing/index.ts'

let elsewhere: TempProject
let open: ConnectedCore | undefined
beforeEach(() => {
  elsewhere = tempProject({ 'one/SKILL.md': text('one', 'the first'), 'other/SKILL.md': text('other', 'the second') })
})
afterEach(async () => {
  await open?.close()
  open = undefined
  elsewhere.close()
})

const text = (name: string, description: string) => `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it.\n`
const start = async (isTrusted: boolean): Promise<ConnectedCore> =>
  (open = await connectCore({ options: { trustProjects: isTrusted }, script: [{ text: 'ok' }, { text: 'ok' }, { text: 'ok' }] }))

function link(target: string, at: string): void {
  mkdirSync(dirname(at), { recursive: true })
  rmSync(at, { force: true })
  symlinkSync(target, at)
}
const look = async ({ rpc }: ConnectedCore) =>
  (await rpc.skills.list({}))
    .filter(({ source }) => source !== 'bundled')
    .map(({ id, source, state, description, leadsTo, isForModel }) => ({ id, source, state, description, leadsTo, isForModel }))
const allow = async ({ rpc }: ConnectedCore, id: string, isAllowed = true): Promise<void> => {
  const found = (await rpc.skills.list({})).find((one) => one.id === id)
  await rpc.skills.allowLink({ id, path: found?.path ?? '', target: found?.leadsTo ?? '', isAllowed })
}

it('asks once about a link that leads elsewhere, and asks again when it is set anew', async () => {
  const app = await start(true)
  const at = app.project.path('.claude/skills/mine')
  link(elsewhere.path('one'), at)
  const held = { id: 'mine', source: 'project', state: 'held', description: '', leadsTo: elsewhere.path('one'), isForModel: false }
  expect(await look(app)).toEqual([held])
  await app.run('x')
  expect(app.model.requests[0]?.raw).not.toContain('the first')
  await expect(app.rpc.turns.start({ sessionId: await app.newSession(), text: '/mine' })).rejects.toMatchObject({ code: 'command.unknown' })

  await allow(app, 'mine')
  expect(await look(app)).toEqual([{ ...held, state: 'active', description: 'the first', isForModel: true }])
  await app.run('x')
  expect(app.model.requests[1]?.raw).toContain('- mine: the first')

  link(elsewhere.path('other'), at)
  expect(await look(app)).toEqual([{ ...held, leadsTo: elsewhere.path('other') }])
  link(elsewhere.path('one'), at)
  expect(await look(app)).toEqual([held])
})

it('takes the word for what was shown, keeps it for that link alone, and takes it back', async () => {
  const app = await start(true)
  link(elsewhere.path('one'), app.project.path('.claude/skills/a'))
  link(elsewhere.path('other'), app.project.path('.agents/skills/b'))
  const [b] = await app.rpc.skills.list({})
  await expect(
    app.rpc.skills.allowLink({ id: 'b', path: b?.path ?? '', target: elsewhere.path('one'), isAllowed: true }),
  ).rejects.toMatchObject({ code: 'skill.link_changed' })
  await expect(app.rpc.skills.allowLink({ id: 'write-tests', path: '/x', target: '/x', isAllowed: true })).rejects.toMatchObject({
    code: 'skill.not_found',
  })
  await allow(app, 'a')
  const states = async () => (await look(app)).map(({ id, state }) => [id, state])
  expect(await states()).toEqual([
    ['b', 'held'],
    ['a', 'active'],
  ])
  await allow(app, 'a', false)
  expect(await states()).toEqual([
    ['b', 'held'],
    ['a', 'held'],
  ])
})

it('widens nothing in a folder nobody trusts', async () => {
  const app = await start(false)
  link(elsewhere.path('one'), app.project.path('.claude/skills/mine'))
  await allow(app, 'mine')
  expect(await look(app)).toMatchObject([{ state: 'active', isForModel: false }])
  await app.run('x')
  expect(app.model.requests[0]?.raw).not.toContain('the first')
})

it('asks about links of the person too, of whole folders and of a SKILL.md, and about links behind an allowed one', async () => {
  const app = await start(true)
  const home = app.platform.paths.userHome
  link(elsewhere.path('one/SKILL.md'), join(home, '.claude/skills/file/SKILL.md'))
  elsewhere.write('many/inner/SKILL.md', text('inner', 'inside'))
  link(elsewhere.path('other'), elsewhere.path('many/further'))
  link(elsewhere.path('many'), app.project.path('.claude/skills'))
  const states = async () => (await look(app)).map(({ id, state, leadsTo }) => [id, state, leadsTo?.slice(elsewhere.root.length)])
  expect(await states()).toEqual([
    ['skills', 'held', '/many'],
    ['file', 'held', '/one/SKILL.md'],
  ])
  await allow(app, 'skills')
  await allow(app, 'file')
  expect(await states()).toEqual([
    ['further', 'held', '/other'],
    ['inner', 'active', '/many'],
    ['file', 'active', '/one/SKILL.md'],
  ])
})

it('leaves a skill of the person theirs when a project links to it, alone or with its whole folder', async () => {
  const app = await start(false)
  const theirs = join(app.platform.paths.userHome, '.agents/skills')
  mkdirSync(join(theirs, 'own'), { recursive: true })
  writeFileSync(join(theirs, 'own/SKILL.md'), text('own', 'mine'))
  link(theirs, app.project.path('.claude/skills'))
  link(join(theirs, 'own'), app.project.path('.mewcode/skills/own'))
  expect((await look(app)).map(({ id, source, state, isForModel }) => [id, source, state, isForModel])).toEqual([
    ['own', 'user', 'active', true],
  ])
})
