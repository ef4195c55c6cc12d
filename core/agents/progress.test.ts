import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { isChild } from '../testing/agents.ts'
import { connectCore, type ConnectedCore } from '../testing/index.ts'
import { waitsFor } from './live-run.ts'

let core: ConnectedCore
afterEach(() => core.close())

const said = (body: object): string => JSON.stringify('messages' in body ? body.messages : '')

it('a card tells how far its own list is and the beginning of its prompt; whoever opens it has the whole', async () => {
  const prompt = `CHILD-JOB ${'x'.repeat(5_000)}`
  const todos = ['completed', 'in_progress', 'pending'].map((status) => ({ content: status, activeForm: status, status }))
  core = await connectCore({
    script: (body, n) => {
      if (isChild(body)) return n < 3 ? { calls: [{ name: 'todo_write', input: { items: todos } }] } : { text: 'done' }
      const input = { prompt, description: 'job', subagent_type: 'general-purpose', run_in_background: false }
      return n === 0 ? { calls: [{ name: 'agent', input }] } : { text: 'ok' }
    },
  })
  await core.run('go', { mode: 'bypassPermissions' })
  const told = core.events.of('task.updated').map(({ task }) => task)
  expect(told.at(-1)).toMatchObject({ status: 'completed', facts: { todos: { done: 1, all: 3 }, result: 'done' } })
  expect(Math.max(...told.map(({ description }) => description.length))).toBe(1_000)
  expect((await core.rpc.tasks.get({ id: told.at(-1)?.id ?? '' })).description).toBe(prompt)
})

it('a card waits for its person until the last of what its agent asks side by side is answered', async () => {
  core = await connectCore({
    script: (body, n) => {
      const calls = ['one', 'two'].map((name) => ({ name: 'read_file', input: { path: join(core.platform.paths.home, '..', name) } }))
      if (isChild(body)) return said(body).includes('tool_result') ? { text: 'done' } : { calls }
      const input = { prompt: 'CHILD-JOB', description: 'job', subagent_type: 'general-purpose', run_in_background: true, name: 'x' }
      return n === 0 ? { calls: [{ name: 'agent', input }] } : { text: 'ok' }
    },
  })
  const sessionId = await core.newSession()
  await core.rpc.turns.start({ sessionId, text: 'go' })
  await expect.poll(() => core.events.of('approval.requested').length).toBe(2)
  const [first, second] = core.events.of('approval.requested').map(({ approvalId }) => approvalId)
  const state = async () => core.rpc.tasks.get({ id: 'x' }).then(({ status, facts }) => [status, facts?.waitingFor])
  expect(await state()).toEqual(['waiting', 'approval'])
  await core.rpc.approvals.answer({ approvalId: first ?? '', decision: 'no' })
  expect(await state()).toEqual(['waiting', 'approval'])
  await core.rpc.approvals.answer({ approvalId: second ?? '', decision: 'no' })
  await core.events.waitFor('task.updated', ({ task }) => task.status === 'completed')
  await core.rpc.tasks.settled({ sessionId })
})

it('a card says for what it waits: a person before agents of its own', () => {
  expect(waitsFor({ asks: new Map([['a', 'input']]), children: 1 })).toBe('input')
  expect(waitsFor({ asks: new Map(), children: 1 })).toBe('children')
  expect(waitsFor({ asks: new Map(), children: 0 })).toBe(null)
})
