import Database from 'better-sqlite3'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startOf } from '../storage/process-identity.ts'
import { connectCore, type ConnectedCore } from '../testing/index.ts'

let core: ConnectedCore

afterEach(() => core.close())

it('a card begins by itself, once, when the last of what it waits for is done', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  core = await connectCore({
    script: (body) => {
      const which = Number(/JOB-(\d)/.exec(JSON.stringify(body['messages']))?.[1])
      return { wait: gates[which]?.promise ?? Promise.resolve(), text: `report ${which}` }
    },
  })
  const create = (subject: string, blockedBy: string[]) => core.rpc.tasks.create({ subject, agent: 'Explore', blockedBy })
  const first = await create('JOB-0', [])
  const second = await create('JOB-1', [])
  const last = await create('JOB-2', [first.id, second.id])
  expect(last).toMatchObject({ status: 'todo', plan: { agent: 'Explore' }, owner: 'Explore' })
  await expect(
    create('JOB-3', [first.id]).then(() => core.rpc.tasks.create({ subject: 'x', agent: 'Explor', blockedBy: [first.id] })),
  ).rejects.toMatchObject({
    code: 'agent.not_found_near',
  })
  const after = (id: string, wanted: string) =>
    expect.poll(async () => (await core.rpc.tasks.get({ id })).status, { timeout: 60_000, interval: 20 }).toBe(wanted)
  const cannot = await core.rpc.tasks.create({ subject: 'JOB-4', agent: 'Explore', worktree: true, blockedBy: [first.id] })
  gates[0]?.resolve()
  await after(first.id, 'completed')
  // Without a repository there is no worktree: its person starts it and sees why, and nothing is tried again and again.
  await expect.poll(async () => (await core.rpc.tasks.get({ id: cannot.id })).plan, { timeout: 60_000, interval: 20 }).toBeNull()
  expect(await core.rpc.tasks.get({ id: cannot.id })).toMatchObject({ status: 'todo', run: 0 })
  expect((await core.rpc.tasks.get({ id: last.id })).status).toBe('todo')
  gates[1]?.resolve()
  await after(last.id, 'completed')
  expect(await core.rpc.tasks.get({ id: last.id })).toMatchObject({ run: 1, plan: null, facts: { result: 'report 2' } })
  expect(core.model.requests.filter(({ raw }) => raw.includes('JOB-2'))).toHaveLength(1)
})

it('a card that another process is about to begin is left to it', async () => {
  const gate = Promise.withResolvers<void>()
  core = await connectCore({
    script: (body) => (JSON.stringify(body['messages']).includes('JOB-0') ? { wait: gate.promise, text: 'first' } : { text: 'beside' }),
  })
  const first = await core.rpc.tasks.create({ subject: 'JOB-0', agent: 'Explore' })
  const wait = (subject: string) => core.rpc.tasks.create({ subject, agent: 'Explore', blockedBy: [first.id] })
  const [theirs, ours] = [await wait('JOB-1'), await wait('JOB-2')]
  const database = new Database(join(core.platform.paths.home, 'mewcode.db'))
  database
    .prepare('INSERT INTO leases SELECT ?, host, boot_id, ?, ?, program, renewed_at FROM leases WHERE session_id = ?')
    .run(theirs.id, process.ppid, startOf(process.ppid) ?? '', first.id)
  database.close()
  gate.resolve()
  await expect.poll(async () => (await core.rpc.tasks.get({ id: ours.id })).status, { timeout: 60_000, interval: 20 }).toBe('completed')
  expect(await core.rpc.tasks.get({ id: theirs.id })).toMatchObject({ status: 'todo', run: 0, plan: { agent: 'Explore' } })
})
