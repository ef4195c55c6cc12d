import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openInstaller, tempProject, type TempProject } from '../../testing/index.ts'
import type { Installer } from './index.ts'

const text = (body: string) => `---\nname: greet\ndescription: greets\n---\n\n${body}\n`

let base: TempProject
let installer: Installer
beforeEach(() => {
  base = tempProject({ 'project/a.txt': 'x', 'home/x': '', 'source/greet/SKILL.md': text('one') })
  installer = open()
})
afterEach(async () => {
  await installer.close()
  base.close()
})

const open = (): Installer => openInstaller(base.path('home'))
const here = () => ({ level: 'project' as const, projectRoot: base.path('project') })
const signal = new AbortController().signal
const look = (source: string) => installer.preview({ source }, here(), signal)
const confirm = (by: Installer, previewId: string) => by.confirm(previewId, { projectRoot: base.path('project'), acceptCritical: false })
const listing = () => readdirSync(base.path('project/.mewcode/skills')).sort()

it('loses no entry of the lock file when several are put in place at once', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  for (const name of names) base.write(`source/${name}/SKILL.md`, text(name))
  const other = open()
  const shown = await Promise.all(names.map((name) => look(base.path(`source/${name}`))))
  const more = await other.preview({ source: base.path('source/greet') }, here(), signal)
  await Promise.all([...shown.map(({ previewId }) => confirm(installer, previewId)), confirm(other, more.previewId)])
  expect((await installer.installed(base.path('project'))).map(({ id, state }) => [id, state])).toEqual(
    [...names, 'greet'].map((id) => [id, 'untouched']),
  )
  expect(listing()).toEqual([...names, 'greet'])
})

it('takes names that every object has for names', async () => {
  for (const name of ['constructor', '__proto__']) base.write(`source/${name}/SKILL.md`, text(name))
  base.write('project/.mewcode/skills/constructor/SKILL.md', text('my own'))
  base.write('project/.mewcode/skills/toString/SKILL.md', text('my own'))
  await expect(look(base.path('source/__proto__'))).rejects.toMatchObject({ code: 'install.unsafe_path' })
  await expect(installer.remove('toString', here())).rejects.toMatchObject({ code: 'install.not_installed' })
  const shown = await look(base.path('source/constructor'))
  expect(shown.replaces).toBe('own')
  await confirm(installer, shown.previewId)
  expect((await installer.installed(base.path('project')))[0]).toMatchObject({ id: 'constructor', state: 'untouched', canUndo: true })
  base.write('project/.mewcode/skills/constructor/__proto__', 'x')
  expect((await installer.installed(base.path('project')))[0]).toMatchObject({ state: 'edited', edited: ['__proto__'] })
})
