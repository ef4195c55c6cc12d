import { afterEach, describe, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ConnectCoreOptions } from '../../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions = {}): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const draft = (text: string) => ({
  text,
  references: ['src/a.ts', 'src/'],
  attachments: [{ attachmentId: '0190a6c5-0000-7000-8000-000000000000', name: 'log.txt', size: 3 }],
})
const nothing = { text: '', references: [], attachments: [] }

describe('a draft', () => {
  it('is kept by session and for the one to come, also when the process is gone, and by its own project only', async () => {
    const app = await connect()
    const sessionId = await app.newSession()
    await app.rpc.drafts.set({ draft: draft('of the next') })
    await app.rpc.drafts.set({ sessionId, draft: draft('of this one') })
    const next = await app.restart()
    expect([await next.rpc.drafts.get({}), await next.rpc.drafts.get({ sessionId })]).toEqual([
      { draft: draft('of the next') },
      { draft: draft('of this one') },
    ])
    const other = await app.openWindow({ path: app.platform.paths.userHome })
    expect(await other.rpc.drafts.get({})).toEqual({ draft: nothing })
    await expect(other.rpc.drafts.get({ sessionId })).rejects.toMatchObject({ code: 'session.not_found' })
    await expect(other.rpc.drafts.set({ sessionId, draft: nothing })).rejects.toMatchObject({ code: 'session.not_found' })
  })

  it('goes with its session, with the data of its project, and when it is emptied', async () => {
    const app = await connect()
    const [first, second] = [await app.newSession(), await app.newSession()]
    for (const sessionId of [first, second, undefined]) await app.rpc.drafts.set({ sessionId, draft: draft('unsent') })
    await app.rpc.drafts.set({ sessionId: first, draft: nothing })
    expect(await app.rpc.drafts.get({ sessionId: first })).toEqual({ draft: nothing })
    await app.rpc.sessions.delete({ sessionId: second })
    expect(await app.rpc.drafts.get({})).toEqual({ draft: draft('unsent') })
    await app.rpc.data.deleteProject({ projectId: app.caller.projectId ?? '' })
    expect(await app.rpc.drafts.get({})).toEqual({ draft: nothing })
  })

  it('has the project’s own prompts to go back to: newest first, each once, none of another project', async () => {
    const app = await connect({ script: [{ text: '1' }, { text: '2' }, { text: '3' }] })
    await app.run('first')
    await app.run('second')
    await app.run('first')
    expect(await app.rpc.drafts.history({})).toEqual({ prompts: ['first', 'second'] })
    const other = await app.openWindow({ path: app.platform.paths.userHome })
    expect(await other.rpc.drafts.history({})).toEqual({ prompts: [] })
  })
})

describe('a dropped folder', () => {
  it('is the project’s own when all that lies in it lies there too, and nothing else at its top', async () => {
    const files = { 'src/app/a.ts': '', 'src/b.ts': '', 'src/node_modules/x/index.js': '', 'other/src/b.ts': '', 'README.md': '' }
    const app = await connect({ files })
    const find = async (name: string, paths: string[]) => (await app.rpc.drafts.folder({ name, paths })).path
    expect(await find('src', ['app/', 'app/a.ts', 'b.ts'])).toBe('src/')
    expect(await find('src', ['b.ts'])).toBe('other/src/')
    expect(await find('src', ['app/', 'app/c.ts', 'b.ts'])).toBeNull()
    expect(await find('src', ['app', 'b.ts'])).toBeNull()
    expect(await find('elsewhere', ['b.ts'])).toBeNull()
    expect(await find('src', ['../b.ts'])).toBeNull()
    expect((await app.rpc.drafts.folder({ name: 'src', path: `${app.project.root}/src/app`, paths: [] })).path).toBe('src/app/')
    expect((await app.rpc.drafts.folder({ name: 'home', path: app.platform.paths.userHome, paths: [] })).path).toBeNull()
  })
})
