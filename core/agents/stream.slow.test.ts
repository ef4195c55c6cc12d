import { afterEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../testing/index.ts'
import { isChild, lastResult } from '../testing/agents.ts'

let core: ConnectedCore

afterEach(() => core.close())

it('streams a hundred thousand pieces of an agent to the conversation without holding anybody up', { timeout: 60_000 }, async () => {
  core = await connectCore({
    script: (body, n) => {
      if (isChild(body)) return { pieces: Array.from({ length: 100_000 }, (_, index) => `${index % 10}\n`) }
      return n === 0
        ? { calls: [{ name: 'agent', input: { prompt: 'CHILD-JOB', description: 'job', subagent_type: 'general-purpose' } }] }
        : { text: lastResult(body).slice(0, 20) }
    },
  })
  expect(await core.run('go')).toMatchObject({ stopReason: 'end_turn' })
  const streamed = core.events.of('text.delta').flatMap(({ agentId, text }) => (agentId === undefined ? [] : [text]))
  expect(streamed.join('')).toHaveLength(200_000)
  // Merged on the way: the conversation is not made to count each.
  expect(streamed.length).toBeLessThan(20_000)
  const [task] = await core.rpc.tasks.list({})
  expect(task?.facts?.result.length).toBeLessThanOrEqual(8_000)
})
