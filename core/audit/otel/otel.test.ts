import { appendFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { connectCore, mcpFixture, mcpYaml, type ConnectedCore } from '../../testing/index.ts'

const Value = z.record(z.string(), z.unknown())
const Attributes = z.array(z.object({ key: z.string(), value: Value }))
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: Attributes,
  status: z.object({ code: z.number().optional() }),
})
const Traces = z.object({ resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })) })
const Metrics = z.object({
  resourceMetrics: z.array(z.object({ scopeMetrics: z.array(z.object({ metrics: z.array(z.looseObject({ name: z.string() })) })) })),
})

let app: ConnectedCore
let received: { url: string; body: string; headers: IncomingHttpHeaders }[]
let endpoint: string
const server = createServer((request, answer) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')))
  request.on('end', () => {
    received.push({ url: request.url ?? '', body, headers: request.headers })
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
beforeEach(async () => {
  received = []
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => void server.close())

const SECRET = 'password-in-a-file'
const script = [
  {
    calls: [
      { name: 'read_file', input: { path: 'notes.txt' } },
      { name: 'read_file', input: { path: 'missing.txt' } },
    ],
  },
  { text: 'The answer is Elephant.' },
]

async function runOnce(otel: string, setup: object = {}): Promise<void> {
  app = await connectCore({ script, files: { 'notes.txt': SECRET }, ...setup })
  appendFileSync(path.join(app.platform.paths.home, 'config.yaml'), otel)
  await app.run('Where is Giraffe?')
  await app.close()
}
const spans = (): z.output<typeof Span>[] =>
  received
    .filter(({ url }) => url === '/v1/traces')
    .flatMap(({ body }) => Traces.parse(JSON.parse(body)).resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)))
const attribute = (span: z.output<typeof Span> | undefined, key: string): unknown =>
  Object.values(span?.attributes.find((one) => one.key === key)?.value ?? {})[0]

it('sends a run with its requests and calls below it, tokens and errors, and no text', async () => {
  await runOnce(`otel: { endpoint: "${endpoint}/", headers: { x-team: blue } }\n`)
  const all = spans()
  const [run] = all.filter(({ name }) => name === 'agent.run')
  const requests = all.filter(({ name }) => name === 'llm.request')
  const calls = all.filter(({ name }) => name === 'tool.call')
  expect([requests.length, calls.length]).toEqual([2, 2])
  expect(new Set(all.map(({ traceId }) => traceId)).size).toBe(1)
  expect([...requests, ...calls].every(({ parentSpanId }) => parentSpanId === run?.spanId)).toBe(true)
  expect(all.every((span) => BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano))).toBe(true)
  expect(attribute(requests[0], 'gen_ai.request.model')).toBe('claude-sonnet-5-5')
  expect(attribute(requests[0], 'gen_ai.provider.name')).toBe('fake')
  expect(Number(attribute(requests[0], 'gen_ai.usage.output_tokens'))).toBeGreaterThan(0)
  expect(attribute(run, 'mewcode.stop_reason')).toBe('end_turn')
  const outcomes = calls.map(
    (span) => `${String(attribute(span, 'gen_ai.tool.name'))} ${String(attribute(span, 'error.type'))} ${span.status.code ?? 0}`,
  )
  expect(outcomes.toSorted()).toEqual(['read_file internal 2', 'read_file undefined 0'])
  const names = received
    .filter(({ url }) => url === '/v1/metrics')
    .flatMap(({ body }) =>
      Metrics.parse(JSON.parse(body)).resourceMetrics.flatMap((one) => one.scopeMetrics.flatMap((scope) => scope.metrics)),
    )
    .map(({ name }) => name)
  expect(new Set(names)).toEqual(
    new Set([
      'gen_ai.client.operation.duration',
      'gen_ai.client.token.usage',
      'mewcode.cost_usd',
      'mewcode.tool.calls',
      'mewcode.tool.duration',
      'mewcode.turns',
    ]),
  )
  expect(received.every(({ headers }) => headers['x-team'] === 'blue')).toBe(true)
  const sent = received.map(({ body }) => body).join()
  expect([SECRET, 'Elephant', 'Giraffe', 'notes.txt'].filter((text) => sent.includes(text))).toEqual([])
})

it('sends what was asked of servers and hooks below the call, and how servers were reached', async () => {
  const calls = [{ name: 'mcp__env__has', input: { name: SECRET } }]
  app = await connectCore({ script: [{ calls }, { text: 'Done.' }] })
  const { home } = app.platform.paths
  // What the window began to read as it opened has come to its end.
  await app.rpc.mcp.status({})
  const servers = { env: mcpFixture('13-env-report'), gone: { type: 'stdio', command: '/not/there' } }
  appendFileSync(path.join(home, 'config.yaml'), `otel: { endpoint: "${endpoint}" }\n${mcpYaml(servers)}`)
  const hook = (name: string, command: string): string =>
    `  - { name: ${name}, event: PreToolUse, action: { type: shell, command: "${command}" } }\n`
  writeFileSync(path.join(home, 'hooks.yaml'), `hooks:\n${hook('good', 'true')}${hook('bad', 'exit 7')}`)
  await app.rpc.mcp.status({})
  await app.run('go', { mode: 'bypassPermissions' })
  await app.close()
  const all = spans()
  const named = (name: string) => all.filter((span) => span.name === name)
  const [call] = named('tool.call')
  expect(
    named('mcp.call').map((span) => [span.parentSpanId, attribute(span, 'mewcode.mcp.server'), attribute(span, 'gen_ai.tool.name')]),
  ).toEqual([[call?.spanId, 'env', 'has']])
  expect(named('hook.dispatch').map((span) => [span.parentSpanId, attribute(span, 'mewcode.hook'), attribute(span, 'error.type')])).toEqual(
    [
      [call?.spanId, 'good', undefined],
      [call?.spanId, 'bad', 'hook'],
    ],
  )
  const connects = named('mcp.connect').map(
    (span) => `${String(attribute(span, 'mewcode.mcp.server'))} ${String(attribute(span, 'error.type'))}`,
  )
  expect(connects.toSorted()).toEqual(['env undefined', 'gone mcp.no_command'])
  expect(received.map(({ body }) => body).join()).not.toContain(SECRET)
})

it('has a turn as the trace that the audit names', async () => {
  app = await connectCore({ script: [...script, { text: 'again' }] })
  appendFileSync(path.join(app.platform.paths.home, 'config.yaml'), `otel: { endpoint: "${endpoint}" }\n`)
  await app.run('one')
  await app.run('two')
  const { rows } = await app.rpc.audit.list({ kind: 'tool' })
  await app.close()
  const sent = spans()
    .filter(({ name }) => name === 'agent.run')
    .map(({ traceId }) => traceId)
  expect(new Set(sent).size).toBe(2)
  expect(new Set(rows.map(({ traceId }) => traceId))).toEqual(new Set(sent.slice(0, 1)))
})

it('sends texts where they are asked for, without secrets', async () => {
  const key = ['gh', 'p_abcdefghijklmnopqrstuvwxyz0123456789'].join('')
  await runOnce(`otel: { endpoint: "${endpoint}", content: true }\n`, { files: { 'notes.txt': `${SECRET} ${key}` } })
  const sent = received.map(({ body }) => body).join()
  expect([SECRET, 'Elephant', 'Giraffe', 'notes.txt'].filter((text) => !sent.includes(text))).toEqual([])
  expect(sent).not.toContain(key)
})

it('sends nothing unless the person names a target: a project cannot', async () => {
  await runOnce('', { files: { 'notes.txt': SECRET, '.mewcode.yaml': `otel: { endpoint: "${endpoint}", content: true }\n` } })
  expect(received).toEqual([])
})

it('a target that is not there disturbs no turn', async () => {
  app = await connectCore({ script })
  appendFileSync(path.join(app.platform.paths.home, 'config.yaml'), 'otel: { endpoint: "http://127.0.0.1:9" }\n')
  expect((await app.run('go')).stopReason).toBe('end_turn')
  await app.close()
})
