import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../testing/index.ts'

let app: ConnectedCore
let extra: string

beforeEach(async () => {
  // Not in the temp folder, which may be written anyway.
  const out = path.resolve(import.meta.dirname, '../../out')
  mkdirSync(out, { recursive: true })
  extra = path.join(realpathSync(mkdtempSync(path.join(out, 'extra-'))), 'lib 文件夹')
  mkdirSync(extra)
  app = await connectCore({
    script: [{ calls: [{ name: 'write_file', input: { path: path.join(extra, 'made.txt'), content: 'x' } }] }, { text: 'Done.' }],
  })
})
afterEach(async () => {
  await app.close()
  rmSync(path.dirname(extra), { recursive: true, force: true })
})

const decide = async (tool: string, input: Record<string, unknown>): Promise<string> => {
  const { decision, layer } = await app.rpc.permissions.check({ tool, input, mode: 'acceptEdits' })
  return `${decision} ${layer}`
}
const written = (name: string): Promise<string> => decide('write_file', { path: path.join(extra, name), content: '' })
const problems = async (): Promise<unknown[]> => (await app.rpc.permissions.folders({})).map(({ problem }) => problem?.code)

it('is worked in like the project, its own never-written files left out, until it is taken back', async () => {
  expect(await written('a.txt')).toBe('ask sandbox')
  const [added] = await app.rpc.permissions.addFolder({ path: extra, to: 'local' })
  expect(added).toEqual({ path: extra, source: { kind: 'local', file: app.project.path('.mewcode/settings.local.yaml'), line: 2 } })

  expect(await written('a.txt')).toBe('allow mode')
  expect(await decide('read_file', { path: path.join(extra, 'a.txt') })).toBe('allow mode')
  const shell = (command: string): Promise<string> => decide('bash', { command })
  expect([await shell(`cat '${extra}/a'`), await shell(`cat '${extra}/a' > '${extra}/b'`)]).toEqual(['allow mode', 'ask mode'])
  expect(await written('.mewcode.yaml')).toBe('deny sandbox')
  expect(await written('.mewcode/settings.local.yaml')).toBe('deny sandbox')
  expect(await written('.git/hooks/pre-commit')).toBe('deny sandbox')
  expect(await written('.vscode/tasks.json')).toBe('ask sandbox')
  expect(await decide('read_file', { path: path.join(extra, '.env') })).toBe('ask sandbox')
  expect(await written('../beside.txt')).toBe('ask sandbox')
  expect(await decide('bash', { command: `rm -rf '${extra}'/*` })).toBe('deny blacklist')
  expect(await decide('bash', { command: `rm -rf '${path.dirname(extra)}'` })).toBe('deny blacklist')
  await app.run('go', { mode: 'acceptEdits' })
  expect(readFileSync(path.join(extra, 'made.txt'), 'utf8')).toBe('x')
  expect(JSON.stringify(app.model.requests[0]?.body)).toContain(`as in the project: ${extra}`)

  expect(await app.rpc.permissions.removeFolder({ path: extra, from: 'local' })).toEqual([])
  expect(await written('a.txt')).toBe('ask sandbox')
})

it('git is not run there unasked: nobody has looked at its configuration', async () => {
  await app.rpc.trust.allow({ items: [] })
  await app.rpc.permissions.addFolder({ path: extra, to: 'user' })
  app.project.write('sub/.git/config', '[filter "x"]\n\tclean = touch pwned\n')
  app.project.write('plain/a', '')
  const git = (workdir: string): Promise<string> => decide('bash', { command: 'git status', workdir })
  expect([await git('.'), await git('plain')]).toEqual(['allow mode', 'allow mode'])
  expect([await git(extra), await git('sub')]).toEqual(['ask mode', 'ask mode'])
})

it("holds for every project when it stands in the person's own settings, and for one when in its local ones", async () => {
  const other = path.join(path.dirname(extra), 'other')
  mkdirSync(other)
  const window = await app.openWindow({ path: other })
  const there = async (): Promise<string> =>
    (await window.rpc.permissions.check({ tool: 'read_file', input: { path: path.join(extra, 'a') } })).decision
  await app.rpc.permissions.addFolder({ path: extra, to: 'local' })
  expect(await there()).toBe('ask')
  await app.rpc.permissions.addFolder({ path: extra, to: 'user' })
  expect(await there()).toBe('allow')
})

it("a project's own files name none, not even one that was given and taken back", async () => {
  const file = '.mewcode/settings.local.yaml'
  await app.rpc.permissions.addFolder({ path: extra, to: 'local' })
  const planted = readFileSync(app.project.path(file), 'utf8')
  await app.rpc.permissions.removeFolder({ path: extra, from: 'local' })
  app.project.write(file, planted)
  app.project.write('.mewcode/settings.yaml', `extra_folders: ["${extra}"]\n`)
  await app.rpc.trust.allow({ items: [] })
  expect(await written('a.txt')).toBe('ask sandbox')
  expect(await problems()).toEqual(['config.folder_project', 'config.folder_project'])
  expect((await app.rpc.app.info({})).problems.map(({ code }) => code)).toEqual(['config.folder_project', 'config.folder_project'])
})

it('does not follow a link that has come in its place', async () => {
  await app.rpc.permissions.addFolder({ path: extra, to: 'user' })
  const victim = path.join(path.dirname(extra), 'victim')
  mkdirSync(victim)
  renameSync(extra, `${extra}-before`)
  symlinkSync(victim, extra)
  expect(await written('a.txt')).toBe('ask sandbox')
  expect(await problems()).toEqual(['config.folder_link'])
  rmSync(extra)
  expect(await problems()).toEqual(['config.folder_missing'])
  renameSync(`${extra}-before`, extra)
  expect(await written('a.txt')).toBe('allow mode')
})

it('takes a link for where it leads as it is added, and no folder that is not there or holds everything', async () => {
  const link = path.join(path.dirname(extra), 'link')
  symlinkSync(extra, link)
  const [added] = await app.rpc.permissions.addFolder({ path: link, to: 'user' })
  expect(added?.path).toBe(extra)
  const refused = (folder: string): Promise<unknown> =>
    app.rpc.permissions.addFolder({ path: folder, to: 'user' }).catch((error: { code: string }) => error.code)
  expect(await refused(path.join(extra, 'not-there'))).toBe('permission.folder_missing')
  expect(await refused('relative')).toBe('permission.folder_missing')
  for (const wide of ['/', app.platform.paths.userHome, app.platform.paths.home])
    expect([wide, await refused(wide)]).toEqual([wide, 'permission.folder_wide'])
  expect(existsSync(app.project.path('.mewcode'))).toBe(false)
})
