import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connectRemoteCore, endOf, type RemoteCore } from '../testing/a2a/index.ts'
import { lastResult } from '../testing/agents.ts'
import { systemClock, type Clock } from '../base/clock.ts'
import type { ModelScript } from '../testing/index.ts'

let core: RemoteCore

afterEach(() => core.close())

const hands =
  (prompt: string, input: object = {}): ModelScript =>
  (body, n) =>
    n === 0
      ? { calls: [{ name: 'agent', input: { description: 'job', subagent_type: 'far', prompt, ...input } }] }
      : { text: `REPORT ${lastResult(body)}` }
const asked = () => core.server.requests.map(({ what }) => what)
const speech = () => core.told.all.flatMap((event) => (event.type === 'text.delta' && event.agentId === undefined ? [event.text] : []))

const names = {
  '1.0': { send: 'SendStreamingMessage', get: 'GetTask', subscribe: 'SubscribeToTask', cancel: 'CancelTask' },
  '0.3': { send: 'message/stream', get: 'tasks/get', subscribe: 'tasks/resubscribe', cancel: 'tasks/cancel' },
} as const

for (const version of ['1.0', '0.3'] as const) {
  const { send, get, subscribe, cancel } = names[version]

  it(`${version}: hands work to it through the agent tool once the person agrees, and streams what it says`, async () => {
    core = await connectRemoteCore({ version, core: { script: hands('hello there') } })
    const sessionId = await core.newSession()
    await core.rpc.turns.start({ sessionId, text: 'go' })
    const approval = await core.events.waitFor('approval.requested')
    expect(approval).toMatchObject({ toolName: 'agent', category: 'delegate', suggestions: [{ rule: 'Agent(domain:127.0.0.1)' }] })
    expect(asked()).toEqual([])
    await core.rpc.approvals.answer({ approvalId: approval.approvalId, decision: 'once' })
    const { text } = await core.events.waitFor('turn.finished', (event) => event.sessionId === sessionId)
    expect(text).toBe('REPORT You said: hello there')
    const [task] = await core.rpc.tasks.list({})
    expect(task).toMatchObject({ status: 'completed', facts: { agent: 'far', modelFrom: 'definition', result: 'You said: hello there' } })
    expect(asked()).toEqual(['/.well-known/agent-card.json', send])
  })

  it(`${version}: a stop ends the work over there`, async () => {
    core = await connectRemoteCore({ version })
    const { id } = await core.start('slow work')
    await core.told.waitFor('thinking.delta')
    core.server.agent.step()
    await core.told.waitFor('text.delta')
    await core.rpc.tasks.stop({ id })
    expect(await core.end(id)).toMatchObject({ status: 'cancelled' })
    expect(core.server.agent.stopped).toHaveLength(1)
    expect(asked()).toContain(cancel)
  })

  it(`${version}: what it asks is a question, and the answer goes on with the same task`, async () => {
    core = await connectRemoteCore({ version })
    const { id } = await core.start('ask me')
    const { question } = await core.told.waitFor('question.requested')
    expect(question).toMatchObject({ kind: 'choices', questions: [{ header: 'far', text: 'Which colour?' }] })
    expect(await core.rpc.tasks.get({ id })).toMatchObject({ status: 'waiting', facts: { waitingFor: 'input' } })
    await core.rpc.questions.answer({
      questionId: question.questionId,
      answer: { kind: 'choices', answers: [{ chosen: [], text: 'blue' }] },
    })
    expect(await core.end(id)).toMatchObject({ status: 'completed', facts: { result: 'You said: blue' } })
    const [first, second] = core.server.agent.heard
    expect(second).toEqual({ ...first, text: 'blue' })
  })

  it(`${version}: a stream that breaks off is taken up where the task is, and nothing is sent twice`, async () => {
    core = await connectRemoteCore({ version })
    const { id } = await core.start('slow work')
    await core.told.waitFor('thinking.delta')
    core.server.agent.step()
    await core.told.waitFor('text.delta')
    core.server.cut()
    // What it says meanwhile is not lost.
    core.server.agent.step()
    await core.server.saw(subscribe)
    core.server.agent.step()
    expect(await core.end(id)).toMatchObject({ status: 'completed', facts: { result: 'one two three' } })
    expect(speech().join('')).toBe('one two three')
    expect(core.server.agent.heard).toHaveLength(1)
    expect(asked()).toContain(get)
  })

  it(`${version}: a message to a finished one is a new task of the same context`, async () => {
    core = await connectRemoteCore({ version })
    const { id } = await core.start('first')
    await core.end(id)
    await core.rpc.tasks.send({ id, text: 'second' })
    await core.told.waitFor('turn.finished', ({ text }) => text === 'You said: second')
    expect(await core.end(id)).toMatchObject({ status: 'completed', run: 2, facts: { result: 'You said: second' } })
    const [first, second] = core.server.agent.heard
    expect(second?.contextId).toBe(first?.contextId)
    expect(second?.taskId).not.toBe(first?.taskId)
  })
}

for (const version of ['1.0', '0.3'] as const) {
  const rest = { version, binding: 'HTTP+JSON' } as const
  const paths = (): string[] => asked().map((path) => path.replace(/[\w-]{36}/, 'ID'))
  const at = version === '1.0' ? '/a2a' : '/a2a/v1'

  it(`${version} over HTTP+JSON: streams what it says, asks, and goes on with the same task`, async () => {
    core = await connectRemoteCore(rest)
    const { id } = await core.start('ask me')
    const { question } = await core.told.waitFor('question.requested')
    const answer = { kind: 'choices' as const, answers: [{ chosen: [], text: 'blue' }] }
    await core.rpc.questions.answer({ questionId: question.questionId, answer })
    expect(await core.end(id)).toMatchObject({ status: 'completed', facts: { result: 'You said: blue' } })
    const [first, second] = core.server.agent.heard
    expect(second).toEqual({ ...first, text: 'blue' })
    expect(paths().filter((path) => path.startsWith('/a2a'))).toEqual([`${at}/message:stream`, `${at}/tasks/ID`, `${at}/message:stream`])
  })

  it(`${version} over HTTP+JSON: a stop ends the work, and a stream that breaks off is taken up`, async () => {
    core = await connectRemoteCore(rest)
    const { id } = await core.start('slow work')
    await core.told.waitFor('thinking.delta')
    core.server.agent.step()
    await core.told.waitFor('text.delta')
    core.server.cut()
    core.server.agent.step()
    await core.told.waitFor('text.delta', ({ text }) => text.includes('two'))
    await core.rpc.tasks.stop({ id })
    expect(await core.end(id)).toMatchObject({ status: 'cancelled' })
    expect(core.server.agent.stopped).toHaveLength(1)
    expect(core.server.agent.heard).toHaveLength(1)
    expect(paths()).toEqual(expect.arrayContaining([`${at}/tasks/ID`, `${at}/tasks/ID:subscribe`, `${at}/tasks/ID:cancel`]))
  })
}

it('a line that has long been silent is taken up anew, and nothing is sent twice', async () => {
  let isOver = false
  // Once it has begun to speak the first long silence is over at once.
  const wait: Clock['wait'] = async (ms, signal) => {
    if (ms !== 90_000 || isOver) return systemClock.wait(ms, signal)
    await core.told.waitFor('text.delta')
    isOver ||= !signal?.aborted
  }
  core = await connectRemoteCore({ core: { clock: { ...systemClock, wait } } })
  const { id } = await core.start('slow work')
  core.server.agent.step()
  await core.server.saw('SubscribeToTask')
  core.server.agent.step()
  core.server.agent.step()
  expect(await core.end(id)).toMatchObject({ status: 'completed', facts: { result: 'one two three' } })
  expect(core.server.agent.heard).toHaveLength(1)
})

it('a rule for its host allows it for good; without one nobody who could not be asked sends anything', async () => {
  const script = hands('hello')
  core = await connectRemoteCore({ core: { script, options: { headless: true } } })
  expect((await core.run('go')).text).toContain('Agent(domain:127.0.0.1)')
  expect(asked()).toEqual([])
  await core.close()
  const rules = { allow: ['Agent(domain:127.0.0.1)'], deny: [] }
  core = await connectRemoteCore({ core: { script, options: { headless: true, rules } } })
  expect((await core.run('go')).text).toBe('REPORT You said: hello')
})

it('is not started in plan mode', async () => {
  core = await connectRemoteCore({ core: { script: hands('hello') } })
  expect((await core.run('go', { mode: 'plan' })).text).toContain('Denied')
  expect(asked()).toEqual([])
})

it('leaves nothing waiting over there when the run ends before its question is answered', async () => {
  core = await connectRemoteCore()
  const { id } = await core.start('ask me')
  await core.told.waitFor('question.requested')
  await core.rpc.tasks.stop({ id })
  expect(await core.end(id)).toMatchObject({ status: 'cancelled' })
  await core.server.saw('CancelTask')
})

it('where nobody can answer, the run says so and the work over there is ended', async () => {
  core = await connectRemoteCore({ core: { options: { headless: true } } })
  const { id } = await core.start('ask me')
  expect(await core.end(id)).toMatchObject({ status: 'failed', facts: { error: { code: 'a2a.unanswered' } } })
  await core.server.saw('CancelTask')
})

it('works on over there while this process is away, and is taken up by the next', async () => {
  core = await connectRemoteCore()
  const { id } = await core.start('slow work')
  await core.told.waitFor('thinking.delta')
  await core.core.close()
  expect(core.server.agent.stopped).toEqual([])
  core.server.agent.step()
  const next = await core.restart()
  expect(await next.rpc.tasks.get({ id })).toMatchObject({ status: 'interrupted' })
  await next.rpc.tasks.resume({ id })
  await core.server.saw('SubscribeToTask')
  core.server.agent.step()
  core.server.agent.step()
  expect(await endOf(next.rpc, id)).toMatchObject({ status: 'completed', run: 2, facts: { result: 'one two three' } })
  expect(core.server.agent.heard).toHaveLength(1)
})

it('a file it brings is kept under a name of our own, and its path is in the report', async () => {
  core = await connectRemoteCore()
  const { id } = await core.start('file please')
  const { facts } = await core.end(id)
  const [, file = ''] = /\[\S+ \(image\/png, 4 bytes\): (.+)\]/.exec(facts?.result ?? '') ?? []
  expect(file.startsWith(join(core.platform.paths.home, 'sessions', id, 'remote'))).toBe(true)
  expect(file).toMatch(/-evil\.png$/)
  expect(readFileSync(file, 'utf8')).toBe('PNG!')
})

it('an end that is none is told in its words, and one that says too much is stopped', async () => {
  core = await connectRemoteCore()
  const failed = await core.start('fail now')
  expect(await core.end(failed.id)).toMatchObject({
    status: 'failed',
    facts: { error: { code: 'a2a.failed', params: { detail: 'the disk is full' } } },
  })
  const flood = await core.start('flood me')
  expect(await core.end(flood.id)).toMatchObject({ status: 'failed', facts: { error: { code: 'a2a.too_long' } } })
})

it('an agent without streams is looked at until it has ended', async () => {
  core = await connectRemoteCore({ streams: false })
  const { id } = await core.start('hello')
  expect(await core.end(id)).toMatchObject({ status: 'completed', facts: { result: 'You said: hello' } })
  expect(asked()).toEqual(['/.well-known/agent-card.json', 'SendMessage', 'GetTask'])
})

it('one that takes its time is looked at again and again, and is sent nothing twice', async () => {
  const looks: number[] = []
  const wait: Clock['wait'] = (ms, signal) => {
    if (ms === 2_000) looks.push(ms)
    return systemClock.wait(ms === 2_000 ? 10 : ms, signal)
  }
  core = await connectRemoteCore({ streams: false, core: { clock: { ...systemClock, wait } } })
  const { id } = await core.start('slow work')
  await core.server.saw('GetTask')
  for (let step = 0; step < 3; step += 1) core.server.agent.step()
  expect(await core.end(id)).toMatchObject({ status: 'completed', facts: { result: 'one two three' } })
  expect([looks.length > 0, core.server.agent.heard.length, new Set(asked().slice(1))]).toEqual([
    true,
    1,
    new Set(['SendMessage', 'GetTask']),
  ])
})
