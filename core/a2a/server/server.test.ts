import type { StreamResponse, Task } from '@a2a-js/sdk'
import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory, RestTransportFactory, type Client } from '@a2a-js/sdk/client'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { endOf, remoteDefinition } from '../../testing/a2a/index.ts'
import { define, isChild } from '../../testing/agents.ts'
import { alive } from '../../testing/alive.ts'
import { createEventList } from '../../testing/event-list.ts'
import { connectCore, type ConnectCoreOptions, type ConnectedCore } from '../../testing/index.ts'
import { startA2aServer, type A2aServer } from './index.ts'

const TOKEN = 'token-of-this-server'
let core: ConnectedCore
let server: A2aServer

afterEach(async () => {
  await server.close()
  await core.close()
})

async function serve(options: ConnectCoreOptions): Promise<void> {
  core = await connectCore(options)
  server = await startA2aServer({ rpc: core.rpc, onEvent: core.core.onEvent, token: TOKEN, port: 0, version: '1.2.3', onBug: fail })
}

function fail(error: unknown): never {
  throw error
}

const withToken: typeof fetch = (address, init) => {
  const headers = new Headers(init?.headers)
  headers.set('authorization', `Bearer ${TOKEN}`)
  return fetch(address, { ...init, headers })
}

const ways = ['1.0', '0.3', 'HTTP+JSON'] as const

/** The SDK's own client, as it speaks to a server of either version, or over HTTP+JSON. */
async function connect(way: (typeof ways)[number], fetchImpl: typeof fetch = withToken): Promise<Client> {
  const legacyCompat = { enabled: true }
  const resolver = new DefaultAgentCardResolver({ fetchImpl, legacyCompat })
  const transport = way === 'HTTP+JSON' ? new RestTransportFactory({ fetchImpl }) : new JsonRpcTransportFactory({ fetchImpl, legacyCompat })
  const factory = new ClientFactory({ cardResolver: resolver, transports: [transport] })
  if (way !== '0.3') return factory.createFromUrl(server.cardUrl, '')
  return factory.createFromAgentCard(resolver.normalizeAgentCard(await (await fetch(server.cardUrl)).json()))
}

function message(text: string, ids: { taskId?: string; contextId?: string } = {}) {
  const part = { content: { $case: 'text' as const, value: text }, metadata: undefined, filename: '', mediaType: 'text/plain' }
  const rest = { role: 1, parts: [part], metadata: undefined, extensions: [], referenceTaskIds: [] }
  const whole = { messageId: crypto.randomUUID(), taskId: '', contextId: '', ...ids, ...rest }
  return { tenant: '', message: whole, configuration: undefined, metadata: undefined }
}

const isTask = (result: object): result is Task => 'status' in result
async function send(client: Client, text: string, ids = {}): Promise<Task> {
  const result = await client.sendMessage(message(text, ids))
  if (!isTask(result)) throw new Error('no task')
  return result
}
const reportOf = ({ artifacts }: Task) => artifacts.flatMap(({ parts }) => parts.map(({ content }) => content?.value)).join('')
const wordsOf = ({ status }: Pick<Task, 'status'>) => String(status?.message?.parts[0]?.content?.value ?? '')

/** A stream in short: states by number, pieces of the report as they come. */
function brief({ payload }: StreamResponse): unknown {
  if (payload?.$case === 'task') return ['task', payload.value.status?.state]
  if (payload?.$case === 'statusUpdate') return ['status', payload.value.status?.state, wordsOf(payload.value)]
  if (payload?.$case !== 'artifactUpdate') return payload
  const { append, artifact } = payload.value
  return [append ? 'append' : 'replace', artifact?.parts.map(({ content }) => content?.value).join('')]
}

for (const version of ways) {
  it(`${version}: a message is a card of the project, and its report the artifact`, async () => {
    await serve({ script: () => ({ text: 'the report' }) })
    const task = await send(await connect(version), 'look around')
    expect([task.status?.state, reportOf(task)]).toEqual([3, 'the report'])
    const [card] = await core.rpc.tasks.list({})
    expect(card).toMatchObject({ id: task.contextId, subject: 'look around', status: 'completed', facts: { agent: 'general-purpose' } })
    expect(task.id).toBe(`${card?.id}.1`)
  })

  it(`${version}: streams the report, and a message to what has ended is a new task of the same context`, async () => {
    await serve({ script: (_, n) => ({ text: `report ${n}` }) })
    const client = await connect(version)
    const events: unknown[] = []
    let contextId = ''
    for await (const event of client.sendMessageStream(message('@Explore look'))) {
      events.push(brief(event))
      contextId = event.payload?.value.contextId ?? contextId
    }
    expect(events).toEqual([
      ['task', 2],
      ['replace', 'report 0'],
      ['status', 3, ''],
    ])
    const again = await send(client, 'and more', { contextId })
    expect([again.contextId, again.id, again.status?.state, reportOf(again)]).toEqual([contextId, `${contextId}.2`, 3, 'report 1'])
    expect(reportOf(await client.getTask({ tenant: '', id: `${contextId}.1` }))).toBe('report 0')
    await expect(send(client, 'x', { taskId: `${contextId}.1` })).rejects.toThrow('has ended')
    expect(await core.rpc.tasks.list({})).toMatchObject([{ run: 2, facts: { agent: 'Explore' } }])
  })

  it(`${version}: what needs a person is INPUT_REQUIRED, and only a plain yes lets it happen`, async () => {
    const writes = (path: string) => ({ calls: [{ name: 'write_file', input: { path, content: 'x' } }] })
    await serve({ script: [writes('no.txt'), writes('yes.txt'), { text: 'done' }] })
    const client = await connect(version)
    const first = await send(client, 'write two files')
    expect([first.status?.state, wordsOf(first)]).toEqual([6, expect.stringContaining('"path": "no.txt"')])
    const second = await send(client, 'Yes, but not that one', { taskId: first.id })
    expect([second.status?.state, wordsOf(second)]).toEqual([6, expect.stringContaining('"path": "yes.txt"')])
    const third = await send(client, 'Yes', { taskId: first.id, contextId: first.contextId })
    expect([third.status?.state, reportOf(third)]).toEqual([3, 'done'])
    expect([existsSync(join(core.project.root, 'no.txt')), readFileSync(join(core.project.root, 'yes.txt'), 'utf8')]).toEqual([false, 'x'])
    expect(JSON.stringify(core.model.requests.at(1)?.body)).toContain('not that one')
  })

  it(`${version}: a cancel ends every process of the task`, async () => {
    await serve({ script: [{ calls: [{ name: 'bash', input: { command: 'sleep 600 & echo $! > pid; sleep 600' } }] }] })
    const client = await connect(version)
    const asked = await send(client, 'wait')
    const running = client.sendMessageStream(message('yes', { taskId: asked.id }))
    await running.next()
    const pid = await pidIn(join(core.project.root, 'pid'))
    expect(await client.cancelTask({ tenant: '', id: asked.id, metadata: undefined })).toMatchObject({ status: { state: 5 } })
    expect(alive([pid])).toEqual([])
    await expect(client.cancelTask({ tenant: '', id: asked.id, metadata: undefined })).rejects.toThrow('has ended')
  })

  it(`${version}: a client that goes away takes nothing with it, and subscribes again`, async () => {
    const gate = Promise.withResolvers<void>()
    await serve({ script: () => ({ wait: gate.promise, text: 'kept on' }) })
    const away = new AbortController()
    const client = await connect(version)
    const stream = client.sendMessageStream(message('long work'), { signal: away.signal })
    const first = await stream.next()
    const id = first.value?.payload?.$case === 'task' ? first.value.payload.value.id : ''
    away.abort()
    await expect(stream.next()).rejects.toThrow('abort')
    const again = client.resubscribeTask({ tenant: '', id })
    const events = [(await again.next()).value].map((event) => event && brief(event))
    gate.resolve()
    for await (const event of again) events.push(brief(event))
    expect(events).toEqual([
      ['task', 2],
      ['replace', 'kept on'],
      ['status', 3, ''],
    ])
    await expect(client.resubscribeTask({ tenant: '', id }).next()).rejects.toThrow('has ended')
  })
}

it('a client that went away in the middle stops nothing, whatever comes after', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await serve({
    files: { 'a.txt': 'x' },
    script: [
      { wait: first.promise, calls: [{ name: 'read_file', input: { path: 'a.txt' } }] },
      { wait: second.promise, text: 'kept on' },
    ],
  })
  const away = new AbortController()
  const client = await connect('1.0')
  const stream = client.sendMessageStream(message('long work'), { signal: away.signal })
  const began = await stream.next()
  const task = began.value?.payload?.$case === 'task' ? began.value.payload.value : undefined
  away.abort()
  await expect(stream.next()).rejects.toThrow('abort')
  // What the one that went away would have been told ends its stream here.
  first.resolve()
  await expect.poll(() => core.model.requests.length, { interval: 10, timeout: 20_000 }).toBe(2)
  second.resolve()
  expect(await endOf(core.rpc, task?.contextId ?? '')).toMatchObject({ status: 'completed', facts: { result: 'kept on' } })
})

it('what waits for agents of its own is at work, and asks nobody for anything', async () => {
  await serve({
    script(body) {
      if (isChild(body, 'INNER')) return { hang: 'headers' }
      const name = isChild(body, 'OUTER') ? 'INNER' : 'OUTER'
      return { calls: [{ name: 'agent', input: { prompt: name, description: name, name, subagent_type: 'general-purpose' } }] }
    },
  })
  await core.rpc.turns.start({ sessionId: await core.newSession(), text: 'go' })
  await core.events.waitFor('task.updated', ({ task }) => task.name === 'OUTER' && task.facts?.waitingFor === 'children')
  const list = { tenant: '', contextId: '', status: 0, pageToken: '', statusTimestampAfter: undefined }
  const { tasks } = await (await connect('1.0')).listTasks(list)
  expect(tasks.map(({ status }) => status?.state)).toEqual([2, 2])
})

async function pidIn(file: string): Promise<number> {
  for (;;) {
    const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
    if (text !== '') return Number(text)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

it('what an end of the process has cut off is FAILED, says that it can be resumed, and goes on with its context', async () => {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  await serve({
    script(_, n) {
      begun.resolve()
      return n === 0 ? { wait: gate.promise, text: 'never' } : { text: 'went on' }
    },
  })
  const first = await (await connect('1.0')).sendMessageStream(message('long work')).next()
  const cut = first.value?.payload?.$case === 'task' ? first.value.payload.value : undefined
  await begun.promise
  await server.close()
  await core.core.close()
  gate.resolve()
  const next = await core.restart()
  server = await startA2aServer({ rpc: next.rpc, onEvent: next.core.onEvent, token: TOKEN, port: 0, version: '1', onBug: fail })
  const client = await connect('1.0')
  const found = await client.getTask({ tenant: '', id: cut?.id ?? '' })
  expect([found.status?.state, wordsOf(found)]).toEqual([4, expect.stringContaining('can be resumed')])
  expect(reportOf(await send(client, 'go on', { contextId: cut?.contextId }))).toBe('went on')
})

it('its card has every definition that works here as a skill, in the form of the version that asks', async () => {
  await serve({})
  define(core, 'mine', '---\nname: mine\ndescription: of my own\n---\nYou work.\n')
  define(core, 'far', '---\nname: far\ndescription: far away\nkind: remote\nagent_card_url: https://far.example/\n---\n')
  const card = async (headers: Record<string, string>) =>
    (await (await fetch(server.cardUrl, { headers })).json()) as { skills: { id: string }[]; securitySchemes: object }
  const modern = await card({ 'A2A-Version': '1.0' })
  expect(modern).toMatchObject({ name: 'MewCode', version: '1.2.3', capabilities: { streaming: true } })
  expect(modern.skills.map(({ id }) => id)).toEqual(['Explore', 'general-purpose', 'mine', 'Plan'])
  expect(modern.securitySchemes).toEqual({ bearer: { httpAuthSecurityScheme: expect.objectContaining({ scheme: 'bearer' }) } })
  expect(await card({})).toMatchObject({ protocolVersion: '0.3.0', securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } })
})

it('one MewCode hands work to another: the question comes through, and so does the report', async () => {
  await serve({ script: [{ calls: [{ name: 'write_file', input: { path: 'made.txt', content: 'x' } }] }, { text: 'made it' }] })
  const here = await connectCore({ env: { THERE: TOKEN } })
  try {
    writeFileSync(join(here.platform.paths.home, 'settings.yaml'), 'a2a: { allowed_hosts: [127.0.0.1] }\n')
    define(here, 'far', remoteDefinition(server.cardUrl, 'auth: { type: bearer, token: $THERE }\n'))
    const told = createEventList()
    here.core.onEvent((event) => 'sessionId' in event && told.push(event))
    const { id } = await here.rpc.tasks.create({ subject: 'job', description: 'make a file', agent: 'far' })
    const { question } = await told.waitFor('question.requested')
    expect(JSON.stringify(question)).toContain('made.txt')
    const answer = { kind: 'choices' as const, answers: [{ chosen: [], text: 'yes' }] }
    await here.rpc.questions.answer({ questionId: question.questionId, answer })
    expect(await endOf(here.rpc, id)).toMatchObject({ status: 'completed', facts: { result: 'made it' } })
    expect(readFileSync(join(core.project.root, 'made.txt'), 'utf8')).toBe('x')
  } finally {
    await here.close()
  }
})

interface Ask {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

it('turns away who has no token, foreign names, foreign pages, and what is no message', async () => {
  await serve({})
  const { port, host } = new URL(server.cardUrl)
  const good = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', host }
  const status = ({ method = 'POST', path = '/a2a', headers = good, body = '{}' }: Ask): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  expect(await status({})).toBe(200)
  expect(await status({ headers: { ...good, authorization: 'Bearer wrong' } })).toBe(401)
  expect(await status({ headers: { 'content-type': 'application/json', host } })).toBe(401)
  expect(await status({ headers: { ...good, host: 'evil.example' } })).toBe(421)
  expect(await status({ headers: { ...good, host: 'evil.example' }, method: 'GET', path: '/.well-known/agent-card.json' })).toBe(421)
  expect(await status({ headers: { ...good, origin: 'https://evil.example' } })).toBe(403)
  expect(await status({ headers: { ...good, 'content-type': 'text/plain' } })).toBe(415)
  expect(await status({ body: 'x'.repeat(1024 * 1024 + 1) })).toBe(413)
  expect([await status({ method: 'GET' }), await status({ path: '/other' })]).toEqual([405, 404])
  const rest = '/a2a/rest/message:send'
  expect(await status({ path: rest })).toBe(400)
  expect(await status({ path: rest, headers: { 'content-type': 'application/json', host } })).toBe(401)
  expect(await status({ path: rest, headers: { ...good, host: 'evil.example' } })).toBe(421)
  expect(await status({ path: rest, headers: { ...good, origin: 'https://evil.example' } })).toBe(403)
  expect(await status({ path: rest, headers: { ...good, 'content-type': 'text/plain' } })).toBe(415)
  expect(await status({ path: rest, body: 'x'.repeat(1024 * 1024 + 1) })).toBe(413)
  expect([await status({ path: rest, body: '{' }), await status({ path: rest, method: 'DELETE' })]).toEqual([400, 405])
  const reads = ['tasks/none.1', 'tasks/none.1:cancel', 'message:send', 'tasks/..%2f', 'tasks/a/b', 'constructor']
  const read = (path: string) => status({ method: 'GET', path: `/a2a/rest/${path}`, body: '' })
  expect(await Promise.all(reads.map(read))).toEqual([404, 404, 404, 404, 404, 404])
  expect(await status({ path: rest, headers: { ...good, 'a2a-version': '9.0' } })).toBe(400)
  expect(await core.rpc.tasks.list({})).toEqual([])
})
