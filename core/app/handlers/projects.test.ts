import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ConnectCoreOptions } from '../../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions = {}): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

describe('opening a folder', () => {
  it('answers a window bound to it, lists it, and says what it is', async () => {
    const app = await connect({ script: [{ text: 'ok' }] })
    const home = await app.openWindow('home')
    const folder = join(app.platform.paths.userHome, '中文 folder')
    mkdirSync(join(folder, '.git'), { recursive: true })
    writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/feature/x\n')
    const { windowId, project } = await home.rpc.windows.open({ path: folder })
    expect(project).toMatchObject({ path: folder, displayPath: '~/中文 folder', name: '中文 folder', branch: 'feature/x', exists: true })
    expect(app.core.windows.find(windowId)).toMatchObject({ projectId: project.id })
    expect((await home.rpc.projects.recent({})).map(({ name }) => name)).toEqual(['中文 folder', 'my 项目 🦀'])
    await home.rpc.projects.forget({ projectId: project.id })
    expect((await home.rpc.projects.recent({})).map(({ name }) => name)).toEqual(['my 项目 🦀'])
    expect(home.appEvents).toContainEqual({ type: 'projects.changed' })
  })

  it('says what is wrong with a path that cannot be opened', async () => {
    const app = await connect({ files: { 'a.txt': 'a' } })
    const home = await app.openWindow('home')
    const opening = (path: string) => home.rpc.windows.open({ path })
    await expect(opening(app.project.path('none'))).rejects.toMatchObject({ code: 'project.missing' })
    await expect(opening(app.project.path('a.txt'))).rejects.toMatchObject({ code: 'project.not_folder' })
  })

  it('keeps the prompt when the folder has vanished', async () => {
    const app = await connect()
    const sessionId = await app.newSession()
    rmSync(app.project.root, { recursive: true })
    await expect(app.rpc.turns.start({ sessionId, text: 'x' })).rejects.toMatchObject({ code: 'project.missing' })
    expect((await app.rpc.projects.current({})).exists).toBe(false)
    expect((await app.rpc.sessions.open({ sessionId })).rows).toEqual([])
    expect((await app.rpc.sessions.list({}))[0]).toMatchObject({ running: false })
  })
})

describe('a window', () => {
  it('of a project has no say over other projects and the disk', async () => {
    const app = await connect()
    const calls = [
      app.rpc.windows.open({ path: '/' }),
      app.rpc.projects.browse({}),
      app.rpc.projects.makeFolder({ parent: '/', name: 'x' }),
      app.rpc.projects.sample({ parent: '/' }),
      app.rpc.projects.clone({ address: 'a/b', parent: '/', cloneId: 'x' }),
      app.rpc.projects.forget({ projectId: 'x' }),
    ]
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'project.home_only' })
  })

  it('of Home has no project of its own', async () => {
    const app = await connect()
    const home = await app.openWindow('home')
    const sessionId = await app.newSession()
    for (const call of [home.rpc.projects.current({}), home.rpc.sessions.list({}), home.rpc.sessions.create({})]) {
      await expect(call).rejects.toMatchObject({ code: 'project.none' })
    }
    await expect(home.rpc.sessions.open({ sessionId })).rejects.toMatchObject({ code: 'session.not_found' })
  })
})

describe('the folder list', () => {
  it('shows folders by name, hidden ones when asked, and goes up', async () => {
    const app = await connect({ files: { 'b/x': '', 'a/x': '', '.h/x': '', 'file.txt': '' } })
    const home = await app.openWindow('home')
    const listed = await home.rpc.projects.browse({ path: app.project.root })
    expect(listed.folders.map(({ name }) => name)).toEqual(['a', 'b'])
    expect((await home.rpc.projects.browse({ path: app.project.root, hidden: true })).folders.map(({ name }) => name)).toEqual([
      '.h',
      'a',
      'b',
    ])
    expect(listed.parent).toBe(join(app.project.root, '..'))
    expect((await home.rpc.projects.browse({ path: '/' })).parent).toBeNull()
    expect((await home.rpc.projects.browse({})).displayPath).toBe('~')
  })

  it('makes folders with plain names only', async () => {
    const app = await connect()
    const home = await app.openWindow('home')
    const parent = app.project.root
    const { path } = await home.rpc.projects.makeFolder({ parent, name: '新 one' })
    expect(path).toBe(join(parent, '新 one'))
    await expect(home.rpc.projects.makeFolder({ parent, name: '新 one' })).rejects.toMatchObject({ code: 'project.exists' })
    await expect(home.rpc.projects.makeFolder({ parent, name: '长'.repeat(100) })).rejects.toMatchObject({ code: 'project.name_too_long' })
    for (const name of ['..', '.', 'a/b']) {
      await expect(home.rpc.projects.makeFolder({ parent, name })).rejects.toMatchObject({ code: 'project.bad_name' })
    }
  })

  it('copies the sample project, each time into a new folder', async () => {
    const app = await connect()
    const home = await app.openWindow('home')
    const copies = [
      await home.rpc.projects.sample({ parent: app.project.root }),
      await home.rpc.projects.sample({ parent: app.project.root }),
    ]
    expect(copies.map(({ path }) => path)).toEqual([app.project.path('mewcode-sample'), app.project.path('mewcode-sample-2')])
    expect(app.project.read('mewcode-sample-2/src/receipt.ts')).toContain('export function')
  })
})

/** File modes do not bind root, so the work is done as nobody then. */
async function unprivileged(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work()
  process.seteuid?.(65_534)
  try {
    await work()
  } finally {
    process.seteuid?.(0)
  }
}

it('says that a folder may not be read or written', async () => {
  const app = await connect({ files: { 'closed/x': '', 'fixed/x': '' } })
  const home = await app.openWindow('home')
  chmodSync(app.project.path('closed'), 0o000)
  chmodSync(app.project.path('fixed'), 0o555)
  for (const folder of [app.project.root, dirname(app.project.root)]) if (folder !== tmpdir()) chmodSync(folder, 0o755)
  await unprivileged(async () => {
    await expect(home.rpc.windows.open({ path: app.project.path('closed') })).rejects.toMatchObject({ code: 'project.unreadable' })
    await expect(home.rpc.projects.makeFolder({ parent: app.project.path('fixed'), name: 'new' })).rejects.toMatchObject({
      code: 'project.unwritable',
    })
  })
  for (const folder of ['closed', 'fixed']) chmodSync(app.project.path(folder), 0o755)
})

it('the network’s return ends every wait for the next try, in all conversations', async () => {
  const busy = { status: 429, headers: { 'retry-after': '300' } }
  const app = await connect({ script: [busy, busy, { text: 'worth it' }, { text: 'worth it' }] })
  for (const count of [1, 2]) {
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'go' })
    await expect.poll(() => app.events.of('retry').length).toBe(count)
  }
  const other = await app.openWindow('home')
  await other.rpc.windows.networkReturned({})
  await expect.poll(() => app.events.of('turn.finished').map(({ text }) => text)).toEqual(['worth it', 'worth it'])
})

it('a host that is not installed brings nothing up to date', async () => {
  const { rpc } = await connect({})
  expect([await rpc.updates.state({}), await rpc.updates.look({}), await rpc.updates.restart({})]).toEqual([
    { kind: 'absent' },
    { kind: 'absent' },
    {},
  ])
})
