import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HookEvent, type HookTrial } from '../contract/hooks.ts'
import { connectCore, type ConnectedCore } from '../testing/index.ts'

let core: ConnectedCore
let server: Server
const received: { method?: string | undefined; headers: Record<string, unknown>; body: string }[] = []
/** What the server answers next, by path. */
const answers = new Map<string, { status: number; body: string; headers?: Record<string, string> }>()

beforeAll(async () => {
  core = await connectCore({ env: { HOOK_TOKEN: 'for-the-hook' } })
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ method: request.method, headers: request.headers, body })
      const { status = 404, body: answer = '', headers = {} } = answers.get(request.url ?? '') ?? {}
      response.writeHead(status, headers).end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await core.close()
})

const url = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
const test = (event: string, action: object, more: object = {}, payload: Record<string, unknown> = {}): Promise<HookTrial> =>
  core.rpc.hooks.test({ event, payload, text: JSON.stringify({ hooks: [{ name: 'r', event, action, ...more }] }) })
const shell = (command: string) => ({ type: 'shell', command })
const outcomeOf = ({ blocked, runs }: HookTrial): string => `${blocked ? 'blocked' : 'free'} ${runs[0]?.outcome}`

const BLOCKING = new Set<HookEvent>(['PreToolUse', 'UserPromptSubmit', 'PermissionRequest', 'Stop', 'SubagentStop'])

describe.each(HookEvent.options)('at %s', (event) => {
  const blocks = BLOCKING.has(event)
  it('each action and word means what the tables say', async () => {
    const no = JSON.stringify({ decision: 'block', reason: 'no' })
    answers.set(`/${event}/no`, { status: 200, body: no })
    answers.set(`/${event}/plain`, { status: 200, body: 'fine' })
    answers.set(`/${event}/empty`, { status: 200, body: '{}' })
    answers.set(`/${event}/error`, { status: 500, body: no })
    const http = (path: string) => ({ type: 'http', url: url(`/${event}/${path}`) })
    const echo = (json: object) => ({ type: 'shell', args: ['echo', JSON.stringify(json)] })
    const word = blocks ? 'blocked blocked' : 'free failed'
    const table: [action: object, outcome: string][] = [
      [shell('exit 0'), 'free passed'],
      [shell('exit 2'), word],
      [shell('exit 1'), 'free failed'],
      [shell('exit 127'), 'free failed'],
      [echo({ decision: 'block', reason: 'no' }), word],
      [echo({ hookSpecificOutput: { permissionDecision: 'deny' } }), word],
      [echo({ decision: 'allow' }), blocks ? 'free allowed' : 'free passed'],
      [echo({ decision: 'ask' }), blocks ? 'free asked' : 'free passed'],
      [echo({ decision: 'bloc' }), 'free failed'],
      [echo({ continue: false, stopReason: 'enough' }), 'blocked stopped'],
      [http('no'), word],
      [http('plain'), blocks ? 'free failed' : 'free passed'],
      [http('empty'), 'free passed'],
      [http('error'), 'free failed'],
      [http('gone'), 'free failed'],
      [{ type: 'prompt', text: 'Remember.' }, 'free passed'],
    ]
    const said = await Promise.all(table.map(([action]) => test(event, action)))
    expect(said.map((one, index) => [table[index]?.[0], outcomeOf(one)])).toEqual(table)
    expect(said.at(-1)?.prompts).toEqual(['Remember.'])
    // Nobody is left to wonder why nothing was blocked.
    if (!blocks) expect(said[1]?.runs[0]?.reason).toContain(`it said no, but ${event} has nothing to block`)
  })

  it('plain output is context where a conversation begins or a person speaks', async () => {
    const { prompts } = await test(event, shell('echo news'))
    expect(prompts).toEqual(event === 'SessionStart' || event === 'UserPromptSubmit' ? ['[hook r] news'] : [])
    const added = await test(event, { type: 'shell', args: ['echo', '{"hookSpecificOutput":{"additionalContext":"more"}}'] })
    expect(added.prompts).toEqual(['[hook r] more'])
  })

  it('a failure blocks where the rule says so and there is something to block', async () => {
    const said = await Promise.all([
      test(event, shell('exit 1'), { on_failure: 'block' }),
      test(event, shell('exit 1'), { on_failure: 'ask' }),
      test(event, shell('./gone'), { on_failure: 'block' }),
    ])
    expect(said.map(outcomeOf)).toEqual(blocks ? ['blocked blocked', 'free asked', 'blocked blocked'] : Array(3).fill('free failed'))
  })
})

it('asks beat allows, the first block is the last run, and rules run in the order of the file', async () => {
  const rule = (name: string, json: object) => ({
    name,
    event: 'PreToolUse',
    action: { type: 'shell', args: ['echo', JSON.stringify(json)] },
  })
  const run = (...hooks: object[]) =>
    core.rpc.hooks.test({ event: 'PreToolUse', payload: { tool_input: {} }, text: JSON.stringify({ hooks }) })
  const three = await run(rule('a', { decision: 'allow' }), rule('b', { decision: 'ask' }), rule('c', { decision: 'allow' }))
  expect(three.runs.map(({ rule: name, outcome }) => `${name} ${outcome}`)).toEqual(['a allowed', 'b asked', 'c allowed'])
  const cut = await run(rule('a', { decision: 'allow' }), rule('b', { decision: 'deny', reason: 'no' }), rule('c', { decision: 'allow' }))
  expect([cut.blocked, cut.by, cut.reason, cut.runs.length]).toEqual([true, 'b', 'no', 2])
})

describe('http', () => {
  it('sends the payload as JSON, or a filled template, with the headers that are allowed', async () => {
    answers.set('/sent', { status: 204, body: '' })
    received.length = 0
    const payload = { tool_name: 'bash', tool_input: { command: 'ls', list: [2, 1] } }
    const headers = { 'X-Token': 'Bearer ${HOOK_TOKEN}', 'X-Other': '${HOME}' }
    await test('PostToolUse', { type: 'http', url: url('/sent'), headers, allowed_env: ['HOOK_TOKEN'] }, {}, payload)
    const body = 'tool={{.tool_name}} all={{ .tool_input }} none={{.gone.x}} {{if .x}}'
    await test(
      'PostToolUse',
      { type: 'http', url: url('/sent'), method: 'put', headers: { 'content-type': 'text/plain' }, body },
      {},
      payload,
    )
    const [first, second] = received
    expect(JSON.parse(first?.body ?? '')).toMatchObject(payload)
    expect([first?.method, first?.headers['content-type'], first?.headers['x-token'], first?.headers['x-other']]).toEqual([
      'POST',
      'application/json',
      'Bearer for-the-hook',
      '${HOME}',
    ])
    expect([second?.method, second?.headers['content-type']]).toEqual(['PUT', 'text/plain'])
    expect(second?.body).toBe('tool=bash all={"command":"ls","list":[2,1]} none= {{if .x}}')
  })

  it('never sends a key of a provider', async () => {
    received.length = 0
    const action = { type: 'http', url: url('/sent'), headers: { 'X-Key': '${FAKE_KEY}' }, allowed_env: ['FAKE_KEY'] }
    const { runs } = await test('PostToolUse', action)
    expect(runs[0]?.reason).toContain('The variable FAKE_KEY holds a key of yours')
    expect(received).toEqual([])
  })

  it('goes where it was sent and no further, and gives up in time', async () => {
    answers.set('/away', { status: 302, body: '', headers: { location: url('/no') } })
    expect(outcomeOf(await test('PreToolUse', { type: 'http', url: url('/away') }))).toBe('free failed')
    const hung = createServer(() => undefined)
    await new Promise<void>((resolve) => hung.listen(0, '127.0.0.1', resolve))
    const hanging = `http://127.0.0.1:${(hung.address() as AddressInfo).port}/`
    const { runs } = await test('PreToolUse', { type: 'http', url: hanging }, { timeout: '200ms' })
    expect(runs[0]?.reason).toBe('it took longer than 0.2 s')
    hung.closeAllConnections()
    hung.close()
  })
})
