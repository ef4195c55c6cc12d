import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../base/clock.ts'
import { tokensOf } from '../contract/add-usage.ts'
import { usualAgents } from '../contract/usual-agents.ts'
import { connectCore, followSession, type ConnectedCore, type ModelStep } from '../testing/index.ts'
import { isChild, lastResult } from '../testing/agents.ts'

let core: ConnectedCore
afterEach(() => core.close())

const agent = (input: object): ModelStep => ({
  calls: [{ name: 'agent', input: { prompt: 'CHILD-JOB', description: 'job', subagent_type: 'general-purpose', ...input } }],
})
const said = (body: object): string => JSON.stringify('messages' in body ? body.messages : '')
const look: ModelStep = {
  calls: [{ name: 'glob', input: { pattern: '*' } }],
  usage: { input: 60, output: 10, cacheRead: 0, cacheWrite: 0 },
}

it('ends agents at work with the reason once the budget of their conversation is spent, starts no others, and counts what they used beside its own', async () => {
  core = await connectCore({
    script: (body, n) => {
      if (isChild(body)) return look
      if (n === 0) return { ...agent({}), usage: { input: 1_000, output: 10 } }
      return said(body).includes('Do not retry') && n > 4 ? { text: lastResult(body) } : agent({})
    },
  })
  await core.rpc.settings.set({ agents: { ...usualAgents, budget: { tokens: 100 } } })
  const sessionId = await core.newSession()
  const view = await followSession(core, sessionId)
  const { turnId } = await core.rpc.turns.start({ sessionId, text: 'go' })
  const end = await core.events.waitFor('turn.finished', (event) => event.turnId === turnId && event.agentId === undefined)
  const [task, ...others] = await core.rpc.tasks.list({})
  // Two steps of 70 tokens each: the third is not begun.
  expect([task?.status, task?.facts?.error?.code, task?.facts?.steps, others]).toEqual(['failed', 'agent.budget_spent', 2, []])
  expect(end.text).toMatch(/^The budget for agents of this conversation is spent: 140 tokens of 100 tokens\. Do not retry/)
  expect([tokensOf(view().agentsTotal), tokensOf(view().total) > 1_000]).toEqual([140, true])
  expect((await core.rpc.sessions.open({ sessionId })).agentsTotal).toEqual(view().agentsTotal)
  await expect(core.rpc.tasks.resume({ id: task?.id ?? '' })).rejects.toMatchObject({ code: 'agent.budget_spent' })
  expect((await core.rpc.usage.report({ by: 'agent' })).map(({ key }) => key)).toEqual(['', 'general-purpose'])

  await core.rpc.settings.set({ agents: usualAgents })
  expect(await core.rpc.tasks.resume({ id: task?.id ?? '' })).toMatchObject({ status: 'queued' })
  await core.rpc.tasks.stop({ id: task?.id ?? '' })
})

it('waits for an agent as long as is set, and leaves a conversation at rest where that is wished', async () => {
  const gate = Promise.withResolvers<void>()
  const waits: number[] = []
  const clock = {
    ...systemClock,
    wait(ms: number, signal?: AbortSignal) {
      waits.push(ms)
      return ms === 7_000 ? Promise.resolve() : systemClock.wait(ms, signal)
    },
  }
  core = await connectCore({
    clock,
    script: (body, n) => {
      if (isChild(body)) return { wait: gate.promise, text: 'LATE' }
      return n === 0 ? agent({}) : { text: said(body).includes('LATE') ? 'heard' : 'resting' }
    },
  })
  await core.rpc.settings.set({ agents: { ...usualAgents, foregroundSeconds: 7, wakeParent: false } })
  const sessionId = await core.newSession()
  expect((await core.run('go', { sessionId })).text).toBe('resting')
  gate.resolve()
  await core.events.waitFor('task.updated', ({ task }) => task.status === 'completed')
  await core.rpc.tasks.settled({ sessionId })
  expect([waits.includes(7_000), core.events.of('turn.finished').length]).toEqual([true, 1])
  expect((await core.run('and?', { sessionId })).text).toBe('heard')
})
