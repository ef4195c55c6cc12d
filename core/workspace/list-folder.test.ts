import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { connectCore, tempProject, type ConnectedCore, type TempProject } from '../testing/index.ts'

let app: ConnectedCore
let outside: TempProject | undefined
afterEach(async () => {
  outside?.close()
  outside = undefined
  await app.close()
})

async function open(files: Readonly<Record<string, string>>): Promise<ConnectedCore> {
  app = await connectCore()
  for (const [path, text] of Object.entries(files)) app.project.write(path, text)
  return app
}

const list = (place: Parameters<ConnectedCore['rpc']['workspace']['list']>[0] = {}) => app.rpc.workspace.list(place)
const namesIn = async (folder: string) => (await list({ folder })).entries.map(({ name }) => name)

describe('a folder of the project', () => {
  it('has folders first, numbers in names in their order, and is given in portions', async () => {
    await open({ 'b10.ts': '', 'b9.ts': '', 'a.ts': '', 'z/x.ts': '', 'dir10/x': '', 'dir9/x': '', '.git/config': '' })
    expect(await namesIn('')).toEqual(['dir9', 'dir10', 'z', 'a.ts', 'b9.ts', 'b10.ts'])
    const page = await list({ from: 2, limit: 2 })
    expect([page.entries.map(({ name }) => name), page.total, page.isTruncated]).toEqual([['z', 'a.ts'], 6, false])
    expect(await namesIn('dir9')).toEqual(['x'])
    expect((await list({ from: 6 })).entries).toEqual([])
  })

  it('says what is ignored, by ignore files of the folders above too, and leaves it out when asked; an empty folder is not', async () => {
    await open({ '.gitignore': 'dist/\n*.log\n', 'dist/a.js': '', 'logs/a.log': '', 'src/a.ts': '', 'src/a.log': '', 'x.log': '' })
    mkdirSync(app.project.path('new'))
    const ignored = (await list()).entries.filter(({ isIgnored }) => isIgnored).map(({ name }) => name)
    expect(ignored).toEqual(['dist', 'logs', 'x.log'])
    const kept = await list({ ignored: false })
    expect([kept.entries.map(({ name }) => name), kept.total]).toEqual([['new', 'src', '.gitignore'], 3])
    expect((await list({ folder: 'src' })).entries.map(({ name, isIgnored }) => [name, isIgnored])).toEqual([
      ['a.log', true],
      ['a.ts', false],
    ])
  })

  it('marks files that usually hold secrets', async () => {
    await open({ '.env': '', '.env.example': '', 'a.ts': '' })
    expect((await list()).entries.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual(['.env'])
  })

  it('gives names as they are: blanks, line ends, signs that turn the order around', async () => {
    const odd = ['a\nb.txt', 'fdp.\u202etxt', 'ü 文.md', "it's $(x) [1].ts"]
    await open(Object.fromEntries(odd.map((name) => [name, ''])))
    const { entries } = await list()
    expect(entries.map(({ name }) => name).sort()).toEqual([...odd].sort())
    expect(entries.every(({ isIgnored }) => !isIgnored)).toBe(true)
  })
})

describe('links and places that are not the project’s', () => {
  it('follows a link inside the project and says of others that they lead out or nowhere', async () => {
    await open({ 'src/a.ts': '' })
    outside = tempProject({ 'secret.txt': '' })
    const link = (to: string, name: string) => symlinkSync(to, app.project.path(name))
    link('src', 'again')
    link('src/a.ts', 'a-link.ts')
    link(outside.root, 'out')
    link(join(outside.root, 'secret.txt'), 'out.txt')
    link('nothing', 'broken')
    link('round', 'round')
    expect((await list()).entries.map(({ name, kind, link: leads }) => [name, kind, leads])).toEqual([
      ['again', 'folder', 'inside'],
      ['src', 'folder', undefined],
      ['a-link.ts', 'file', 'inside'],
      ['broken', 'other', 'broken'],
      ['out', 'other', 'outside'],
      ['out.txt', 'other', 'outside'],
      ['round', 'other', 'broken'],
    ])
    expect((await list({ ignored: false })).total).toBe(7)
    expect(await namesIn('again')).toEqual(['a.ts'])
    for (const folder of ['out', outside.root, '..', 'src/../..', '/', 'again/../../..'])
      await expect(list({ folder })).rejects.toMatchObject({ code: 'files.outside' })
  })

  it('shows a folder that was added to the project as its own, by its whole path, until it is taken back', async () => {
    await open({ 'a.ts': '' })
    outside = tempProject({ 'lib/b.ts': '', 'lib/.gitignore': '*.log\n', 'lib/c.log': '', 'secret.txt': '' })
    const lib = outside.path('lib')
    symlinkSync(lib, app.project.path('lib-link'))
    symlinkSync(outside.root, join(lib, 'up'))
    const added = async () => (await list({ folder: lib })).entries.map(({ name, link, isIgnored }) => [name, link, isIgnored])
    await expect(added()).rejects.toMatchObject({ code: 'files.outside' })
    await app.rpc.permissions.addFolder({ path: lib, to: 'local' })
    expect(await added()).toEqual([
      ['.gitignore', undefined, false],
      ['b.ts', undefined, false],
      ['c.log', undefined, true],
      ['up', 'outside', false],
    ])
    expect((await list()).entries.find(({ name }) => name === 'lib-link')).toMatchObject({ kind: 'folder', link: 'inside' })
    for (const folder of [outside.root, join(lib, '..'), join(lib, 'up')])
      await expect(list({ folder })).rejects.toMatchObject({ code: 'files.outside' })
    await app.rpc.permissions.removeFolder({ path: lib, from: 'local' })
    await expect(added()).rejects.toMatchObject({ code: 'files.outside' })
  })

  it('says which folder cannot be read: gone, a file, not permitted, no name at all', async () => {
    await open({ 'src/a.ts': '', 'gone/x': '', 'closed/x': '' })
    rmSync(app.project.path('gone'), { recursive: true })
    const closed = app.project.path('closed')
    // Who may do everything is refused nothing.
    if (process.getuid?.() !== 0) chmodSync(closed, 0o000)
    const refused = ['gone', 'src/a.ts', 'a\0b', ...(process.getuid?.() === 0 ? [] : ['closed'])]
    for (const folder of refused)
      await expect(list({ folder })).rejects.toMatchObject({ code: 'files.folder_unreadable', params: { path: folder } })
    chmodSync(closed, 0o755)
  })

  it('belongs to a project’s window', async () => {
    await open({})
    const home = await app.openWindow('home')
    await expect(home.rpc.workspace.list({})).rejects.toMatchObject({ code: 'project.none' })
  })
})
