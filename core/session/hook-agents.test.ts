import { afterEach, expect, it } from 'vitest'
import { connectHookedCore, type ConnectCoreOptions, type HookedCore, type ModelStep } from '../testing/index.ts'

let open: HookedCore | undefined
const connect = async (options: ConnectCoreOptions & { rules?: string }): Promise<HookedCore> => (open = await connectHookedCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

type Body = Readonly<Record<string, unknown>>
const isChild = (body: Body, job: string): boolean =>
  JSON.stringify(body['messages']).includes(job) && !JSON.stringify(body['messages']).includes('PARENT')

it("tells of an agent's own events with its name, in its conversation's session", async () => {
  const prompt = `CHILD-JOB ${'x'.repeat(2_000)}`
  const steps: ModelStep[] = [
    { calls: [{ name: 'agent', input: { prompt, description: 'look around', subagent_type: 'explore' } }] },
    { text: 'done' },
  ]
  const child: ModelStep[] = [{ calls: [{ name: 'glob', input: { pattern: '*' } }] }, { text: 'seen' }]
  const core = await connect({ script: (body) => (isChild(body, 'CHILD-JOB') ? child.shift() : steps.shift()) ?? { text: 'end' } })
  const sessionId = await core.newSession('acceptEdits')
  await core.run('PARENT go', { sessionId })
  const events = core.takeEvents()
  expect(new Set(events.map((one) => one['session_id']))).toEqual(new Set([sessionId]))
  const told = events.map(({ event, agent_name: name }) => (name === undefined ? event : [event, 'of', name].join(' ')))
  expect(told).toEqual(
    expect.arrayContaining([
      'TaskCreated',
      'SubagentStart of Explore',
      'PreToolUse of Explore',
      'SubagentStop of Explore',
      'TaskCompleted',
    ]),
  )
  const own = told.filter((one) => String(one).endsWith('Explore'))
  expect(own).toEqual([
    'SubagentStart of Explore',
    'PreUserMessage of Explore',
    'PreToolUse of Explore',
    'PostToolUse of Explore',
    'PreUserMessage of Explore',
    'SubagentStop of Explore',
  ])
  expect(told.filter((one) => !String(one).includes(' of ')).filter((one) => !/^(Task|Notification)/.test(String(one)))).toEqual([
    'SessionStart',
    'UserPromptSubmit',
    'PreUserMessage',
    'PreToolUse',
    'PostToolUse',
    'PreUserMessage',
    'Stop',
  ])
  expect(events.find(({ event }) => event === 'TaskCreated')?.['task']).toMatchObject({ subject: 'look around', description: prompt })
})

it('starts an agent whose answer is a decision, and no further one for what that agent does', async () => {
  const rules = `  - name: review
    event: PreToolUse
    action: { type: subagent, agent_name: explore, prompt: REVIEW-JOB }
`
  const answers: ModelStep[] = [
    { calls: [{ name: 'glob', input: { pattern: '*' } }] },
    { text: '{"decision":"block","reason":"too wide"}' },
  ]
  const steps: ModelStep[] = [{ calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'x' } }] }, { text: 'done' }]
  const core = await connect({
    rules,
    script: (body) => (isChild(body, 'REVIEW-JOB') ? answers.shift() : steps.shift()) ?? { text: 'end' },
  })
  expect((await core.run('PARENT go', { mode: 'acceptEdits' })).stopReason).toBe('end_turn')
  expect(core.project.has('a.txt')).toBe(false)
  expect(core.events.of('tool.finished').find(({ name }) => name === 'write_file')?.meta.hooks).toMatchObject([
    { hook: 'review', outcome: 'blocked', reason: 'too wide' },
  ])
  expect((await core.rpc.hooks.log({})).rows).toHaveLength(1)
  const asked = core.model.requests.find(({ body }) => isChild(body, 'REVIEW-JOB'))
  expect(JSON.stringify(asked?.body)).toContain('tool_name')
})
