import { afterEach, expect, it, vi } from 'vitest'
import { alive, connectCore, type ConnectedCore } from '../testing/index.ts'
import { isChild } from '../testing/agents.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 })

let core: ConnectedCore
let sessionId: string

const sleeping = 'echo $$ > pid-NAME; sleep 300 & echo $! >> pid-NAME; wait'
const bash = (name: string) => ({ calls: [{ name: 'bash', input: { command: sleeping.replaceAll('NAME', name) } }] })
const agent = (prompt: string, input: object = {}) => ({
  name: 'agent',
  input: { prompt: `CHILD-JOB ${prompt}`, description: prompt, subagent_type: 'general-purpose', name: prompt, ...input },
})

/** The conversation starts two agents; the first of them starts one of its own; all run a command that sleeps with a child that sleeps. */
async function begin(): Promise<void> {
  core = await connectCore({
    script: (body, n) => {
      const text = JSON.stringify(body['messages'])
      if (!isChild(body)) return n === 0 ? { calls: [agent('one'), agent('two', { run_in_background: true })] } : { text: 'ok' }
      if (text.includes('tool_result')) return { text: 'report' }
      if (text.includes('CHILD-JOB one')) return { calls: [agent('inner')] }
      return bash(text.includes('CHILD-JOB inner') ? 'inner' : 'two')
    },
  })
  sessionId = await core.newSession('bypassPermissions')
  await core.rpc.turns.start({ sessionId, text: 'go' })
  await expect.poll(() => ['inner', 'two'].map((name) => pids(name).length), { interval: 20 }).toEqual([2, 2])
}
afterEach(() => core.close())

function pids(name: string): number[] {
  if (!core.project.has(`pid-${name}`)) return []
  return core.project
    .read(`pid-${name}`)
    .split('\n')
    .filter((line) => line !== '')
    .map(Number)
}

async function within(ms: number, work: () => Promise<unknown>): Promise<void> {
  const before = performance.now()
  await work()
  expect(performance.now() - before).toBeLessThan(ms)
}

const states = async () => Object.fromEntries((await core.rpc.tasks.list({})).map(({ name, status }) => [name, status]))

it('stops one agent with all it started, and leaves the others at work', async () => {
  await begin()
  expect([alive(pids('inner')), alive(pids('two'))]).toEqual([pids('inner'), pids('two')])
  await within(2_500, () => core.rpc.tasks.stop({ id: 'one' }))
  expect([alive(pids('inner')), alive(pids('two'))]).toEqual([[], pids('two')])
  expect(await states()).toEqual({ one: 'cancelled', inner: 'cancelled', two: 'running' })
})

it('stops what an agent started, and the agent goes on', async () => {
  await begin()
  await within(2_500, () => core.rpc.tasks.stop({ id: 'one', scope: 'children' }))
  expect(alive(pids('inner'))).toEqual([])
  await core.events.waitFor('task.updated', ({ task }) => task.name === 'one' && task.status === 'completed')
  expect(await states()).toEqual({ one: 'completed', inner: 'cancelled', two: 'running' })
})

it('stops everything with the conversation, and nothing that was stopped comes back', async () => {
  await begin()
  await within(2_500, () => core.rpc.turns.cancel({ sessionId }))
  expect([alive(pids('inner')), alive(pids('two'))]).toEqual([[], []])
  await core.rpc.tasks.settled({ sessionId })
  expect(await states()).toEqual({ one: 'cancelled', inner: 'cancelled', two: 'cancelled' })
  const journals = await Promise.all((await core.rpc.tasks.list({})).map(({ id }) => core.rpc.tasks.get({ id })))
  expect(journals.map(({ journal }) => journal.filter(({ became }) => became === 'cancelled').length)).toEqual([1, 1, 1])
})
