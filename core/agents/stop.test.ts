import Database from 'better-sqlite3'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../base/clock.ts'
import { startOf } from '../storage/process-identity.ts'
import { connectCore, type ConnectedCore } from '../testing/index.ts'
import { define, isChild, lastResult } from '../testing/agents.ts'

let core: ConnectedCore

afterEach(() => core.close())

const said = (body: object): string => JSON.stringify('messages' in body ? body.messages : '')

it('an agent that a person stopped stays stopped, and only they take it up again', async () => {
  core = await connectCore({
    script: (body, n) => {
      if (isChild(body)) return said(body).includes('GO-ON') ? { text: 'again' } : { hang: 'headers' }
      if (n === 0) {
        return {
          calls: [
            {
              name: 'agent',
              input: { prompt: 'CHILD-JOB', description: 'job', subagent_type: 'Explore', run_in_background: true, name: 'x' },
            },
          ],
        }
      }
      if (said(body).includes('talk'))
        return lastResult(body).includes('stopped')
          ? { text: lastResult(body) }
          : { calls: [{ name: 'send_message', input: { to: 'x', message: 'GO-ON' } }] }
      return { text: 'ok' }
    },
  })
  const sessionId = await core.newSession()
  await core.run('go', { sessionId })
  const { id } = await core.rpc.tasks.get({ id: 'x' })
  await expect(core.rpc.turns.start({ sessionId: id, text: 'hey' })).rejects.toMatchObject({ code: 'task.send_instead' })
  expect(await core.rpc.tasks.stop({ id: 'x' })).toEqual({ stopped: 1 })
  expect(await core.rpc.tasks.get({ id: 'x' })).toMatchObject({ status: 'cancelled', facts: { stoppedBy: 'user' } })
  expect((await core.run('talk to it', { sessionId })).text).toMatch(/^The user stopped this agent/)
  await core.rpc.tasks.stop({ id: 'x' })
  expect((await core.rpc.tasks.get({ id: 'x' })).journal.map(({ became }) => became)).toEqual(['queued', 'running', 'cancelled'])
  expect(await core.rpc.tasks.send({ id: 'x', text: 'GO-ON' })).toMatchObject({ status: 'resumed' })
  await core.events.waitFor('task.updated', ({ task }) => task.facts?.result === 'again')
  await core.rpc.tasks.settled({ sessionId })
})

it('a card that its person ends while its process is away is taken up by them only', async () => {
  core = await connectCore({
    script: (body, n) => {
      if (isChild(body)) return said(body).includes('GO-ON') ? { text: 'again' } : { hang: 'headers' }
      const input = { prompt: 'CHILD-JOB', description: 'job', subagent_type: 'Explore', run_in_background: true, name: 'x' }
      if (n === 0) return { calls: [{ name: 'agent', input }] }
      if (said(body).includes('talk') && !lastResult(body).includes('stopped'))
        return { calls: [{ name: 'send_message', input: { to: 'x', message: 'GO-ON' } }] }
      return { text: lastResult(body) }
    },
  })
  const sessionId = await core.newSession()
  await core.run('go', { sessionId })
  const later = await core.restart()
  expect(await later.rpc.tasks.get({ id: 'x' })).toMatchObject({ status: 'interrupted' })
  expect(await later.rpc.tasks.stop({ id: 'x' })).toEqual({ stopped: 1 })
  const { turnId } = await later.rpc.turns.start({ sessionId, text: 'talk to it' })
  const { text } = await later.events.waitFor('turn.finished', (event) => event.turnId === turnId)
  expect(text).toMatch(/^The user stopped this agent/)
})

it('of an agent whose conversation waited for it nothing is left to tell or to answer after their process has gone', async () => {
  core = await connectCore({
    script: (body, n) => {
      if (isChild(body)) return { calls: [{ name: 'write_file', input: { path: 'b.txt', content: 'x' } }] }
      const input = { prompt: 'CHILD-JOB', description: 'job', subagent_type: 'general-purpose' }
      return n === 0 ? { calls: [{ name: 'agent', input }] } : { text: 'ok' }
    },
  })
  const sessionId = await core.newSession()
  await core.rpc.turns.start({ sessionId, text: 'go' })
  await core.events.waitFor('approval.requested')
  const later = await core.restart()
  expect(await later.rpc.tasks.list({})).toMatchObject([{ status: 'interrupted' }])
  expect(await later.rpc.approvals.list({})).toEqual([])
  const { turnId } = await later.rpc.turns.start({ sessionId, text: 'and?' })
  await later.events.waitFor('turn.finished', (event) => event.turnId === turnId)
  expect(said(core.model.requests.at(-1)?.body ?? {})).not.toContain('<task-notification')
})

it('what an agent waits for is stopped when its own time is over', async () => {
  const over = Promise.withResolvers<void>()
  const clock = {
    ...systemClock,
    wait: (ms: number, signal?: AbortSignal) => (ms === 77_000 ? over.promise : systemClock.wait(ms, signal)),
  }
  core = await connectCore({
    clock,
    script: (body, n) => {
      const start = (prompt: string, type: string) => ({
        calls: [{ name: 'agent', input: { prompt, description: prompt, subagent_type: type, name: prompt } }],
      })
      if (isChild(body, 'INNER')) return { hang: 'headers' }
      if (isChild(body, 'OUTER')) return start('INNER', 'Explore')
      return n === 0 ? start('OUTER', 'hasty') : { text: 'ok' }
    },
  })
  define(core, 'hasty', '---\nname: hasty\ndescription: d\ntimeout: 77s\n---\nYou work.\n')
  await core.rpc.turns.start({ sessionId: await core.newSession(), text: 'go' })
  await core.events.waitFor('task.updated', ({ task }) => task.name === 'INNER' && task.status === 'running')
  over.resolve()
  await core.events.waitFor('turn.finished', ({ text }) => text === 'ok')
  expect((await core.rpc.tasks.list({})).map(({ name, status }) => `${name} ${status}`).toSorted()).toEqual([
    'INNER cancelled',
    'OUTER failed',
  ])
})

it('an agent at work in another process stays its own when one starts beside it', async () => {
  core = await connectCore({
    script: (body, n) => {
      if (isChild(body)) return { hang: 'headers' }
      const input = { prompt: 'CHILD-JOB', description: 'job', subagent_type: 'Explore', run_in_background: true }
      return n === 0 ? { calls: [{ name: 'agent', input }] } : { text: 'ok' }
    },
  })
  await core.run('go')
  const [agent] = await core.rpc.tasks.list({})
  expect(agent).toMatchObject({ status: 'running' })
  const database = new Database(join(core.platform.paths.home, 'mewcode.db'))
  // As if the process above had begun it.
  database.prepare('UPDATE leases SET pid = ?, pid_started = ?').run(process.ppid, startOf(process.ppid) ?? '')
  database.close()
  const beside = await core.restart()
  expect(await beside.rpc.tasks.get({ id: agent?.id ?? '' })).toMatchObject({ status: 'running' })
})
