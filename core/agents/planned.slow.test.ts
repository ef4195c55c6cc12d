import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openStorage } from '../storage/index.ts'
import type { AgentSpec } from '../storage/types.ts'
import { startChild, type TestChild } from '../testing/child-process.ts'
import { connectCore, type ConnectedCore } from '../testing/index.ts'

let core: ConnectedCore
let child: TestChild | undefined

afterEach(async () => {
  await child?.kill()
  child = undefined
  await core.close()
})

it('a card whose process died while it began is begun by the next one, once', async () => {
  const gate = Promise.withResolvers<void>()
  core = await connectCore({
    script: (body) => (JSON.stringify(body['messages']).includes('JOB-0') ? { wait: gate.promise, text: 'first' } : { text: 'second' }),
  })
  const first = await core.rpc.tasks.create({ subject: 'JOB-0', agent: 'Explore' })
  const { id } = await core.rpc.tasks.create({ subject: 'JOB-1', agent: 'Explore', blockedBy: [first.id] })
  const database = join(core.platform.paths.home, 'mewcode.db')
  child = startChild('./storage-child.ts', ['hold', database, id])
  expect(JSON.parse((await child.lines.next()).value)).toEqual({ ok: true })
  // It got as far as the card's session.
  const { clock, log } = core.platform
  const storage = await openStorage({ path: database, clock, log, program: 'test' })
  const spec: AgentSpec = JSON.parse(JSON.stringify(storage.sessions.get(first.id)?.agent))
  const own = { projectId: first.projectId, title: '', provider: 'fake', model: 'm', mode: 'default' } as const
  storage.sessions.create({ ...own, agent: { id, parentId: null, spec } })
  await storage.close()

  gate.resolve()
  const becomes = (which: string, status: string) =>
    expect.poll(async () => (await core.rpc.tasks.get({ id: which })).status, { timeout: 60_000, interval: 20 }).toBe(status)
  await becomes(first.id, 'completed')
  expect(await core.rpc.tasks.get({ id })).toMatchObject({ status: 'todo', plan: { agent: 'Explore' } })
  await child.kill()
  await becomes(id, 'completed')
  expect(await core.rpc.tasks.get({ id })).toMatchObject({ run: 1, plan: null, facts: { result: 'second' } })
  expect(core.model.requests.filter(({ raw }) => raw.includes('JOB-1'))).toHaveLength(1)
})
