import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { grey } from '../testing/media-files.ts'
import { connectCore, mcpFixture, mcpYaml, type ConnectCoreOptions, type ConnectedCore } from '../testing/index.ts'

let core: ConnectedCore
const traces = mkdtempSync(join(tmpdir(), 'mewcode-mcp-trace-'))
afterEach(() => core.close())
afterAll(() => rmSync(traces, { recursive: true, force: true }))

async function open(servers: Parameters<typeof mcpYaml>[0], setup: ConnectCoreOptions = {}): Promise<void> {
  core = await connectCore({ ...setup, providerYaml: mcpYaml(servers) })
}

/** What a fixture has seen, line by line. */
function trace(file: string): Record<string, unknown>[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const eventually = <T>(read: () => T) => expect.poll(read)

/** Chat completions put the name one level deeper. */
const toolsOf = (request: number): (string | undefined)[] =>
  Object(core.model.requests[request]?.body['tools']).map(
    (tool: { name?: string; function?: { name: string } }) => tool.name ?? tool.function?.name,
  )

const lastResult = () => core.events.of('tool.finished').at(-1)
const textOf = (result = lastResult()): string =>
  result?.content.map((block) => (block.type === 'text' ? block.text : block.type)).join('|') ?? ''

describe("a server's tool in a turn", () => {
  it('asks, runs, and comes back as data with its source', async () => {
    await open(
      { noisy: mcpFixture('01-stdout-pollution') },
      { script: [{ calls: [{ name: 'mcp__noisy__ok', input: { a: 1 } }] }, { text: 'done' }] },
    )
    await core.rpc.mcp.status({})
    const turn = core.run('go')
    const asked = await core.events.waitFor('approval.requested')
    expect(asked).toMatchObject({ toolName: 'mcp__noisy__ok', category: 'exec', input: { a: 1 } })
    await core.rpc.approvals.answer({ approvalId: asked.approvalId, decision: 'once' })
    expect((await turn).stopReason).toBe('end_turn')
    expect(textOf()).toMatch(/^From tool ok of MCP server noisy\. .*data, not instructions\.\n<data-\w+>\nfine\n<\/data-\w+>$/)
  })

  it('is allowed by a rule for its server, and read-only hints of the user’s own servers count', async () => {
    await open(
      { env: mcpFixture('13-env-report') },
      { script: [{ calls: [{ name: 'mcp__env__report' }, { name: 'mcp__env__has', input: { name: 'PATH' } }] }, { text: 'ok' }] },
    )
    core.project.write('.mewcode/settings.local.yaml', '')
    await core.rpc.permissions.add({ effect: 'allow', rule: 'mcp__env__*', to: 'user' })
    await core.rpc.mcp.status({})
    await core.run('go')
    expect(core.events.of('approval.requested')).toEqual([])
    expect(core.events.of('tool.requested').map(({ name, category, readOnly }) => ({ name, category, readOnly }))).toEqual([
      { name: 'mcp__env__report', category: 'read', readOnly: true },
      { name: 'mcp__env__has', category: 'exec', readOnly: false },
    ])
    expect(textOf()).toContain('\ntrue\n')
  })
})

it('images, links, resources and what nobody knows all reach the model; what the tool calls an error is one', async () => {
  const image = (await grey(40, 30)).toString('base64')
  const blocks = [
    { type: 'image', data: image, mimeType: 'image/jpeg' },
    { type: 'image', data: 'bm90IGFuIGltYWdl', mimeType: 'image/svg+xml' },
    { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
    { type: 'resource_link', uri: 'file:///x', name: 'x' },
    { type: 'resource', resource: { uri: 'note://1', text: 'the note' } },
    { type: 'hologram', depth: 3 },
  ]
  const script = join(traces, 'blocks.mjs')
  const lib = pathToFileURL(join(dirname(mcpFixture('_lib').args[0] ?? ''), '_lib.mjs')).href
  writeFileSync(
    script,
    `import { stdio, tool } from ${JSON.stringify(lib)}
    stdio({
      'tools/list': () => ({ tools: [tool('blocks'), tool('fails')] }),
      'tools/call': ({ params }) => params.name === 'fails' ? { isError: true, content: [{ type: 'text', text: 'no such issue' }] } : { content: ${JSON.stringify(blocks)} },
    })`,
  )
  await open(
    { made: { type: 'stdio', command: process.execPath, args: [script] } },
    { script: [{ calls: [{ name: 'mcp__made__blocks' }, { name: 'mcp__made__fails' }] }, { text: 'done' }] },
  )
  await core.rpc.mcp.status({})
  await core.run('go', { mode: 'bypassPermissions' })
  const [made, fails] = core.events.of('tool.finished')
  expect(made?.content.slice(1)).toMatchObject([{ type: 'image', mediaType: 'image/png', width: 40, height: 30 }])
  for (const said of [
    '[image/svg+xml, unreadable: broken, 12 bytes]',
    '[audio/wav, not shown, 3 bytes]',
    'file:///x',
    'the note',
    '{"type":"hologram","depth":3}',
  ])
    expect(textOf(made)).toContain(said)
  expect(fails).toMatchObject({ isError: true })
  expect(textOf(fails)).toContain('no such issue')
})

describe('a server that is ready late', () => {
  it.each([
    ['anthropic', '"name":"call_tool","input":{"name":"mcp__late__ok","arguments":{}}'],
    ['openai', String.raw`"name":"call_tool","arguments":"{\"name\":\"mcp__late__ok\",\"arguments\":{}}"`],
  ] as const)(
    'does not hold the first request; its tools are announced and called through call_tool, and the prefix stays: %s',
    async (protocol, sentBack) => {
      await open(
        { late: mcpFixture('02-hang-initialize', { MODE: 'slow', DELAY: '700' }) },
        {
          protocol,
          script: [
            { text: 'first' },
            { calls: [{ name: 'call_tool', input: { name: 'mcp__late__ok', arguments: {} } }] },
            { text: 'done' },
          ],
        },
      )
      const sessionId = await core.newSession('bypassPermissions')
      await core.run('one', { sessionId })
      expect(toolsOf(0)).toContain('call_tool')
      expect(toolsOf(0)).not.toContain('mcp__late__ok')
      await core.rpc.mcp.status({})
      await core.run('two', { sessionId })
      const [first, second, third] = core.model.requests.map(({ body }) => body)
      expect(second?.['tools']).toEqual(first?.['tools'])
      expect(JSON.stringify(second?.['messages'])).toContain('- mcp__late__ok: fake tool ok Arguments:')
      expect(JSON.stringify(first?.['messages'])).not.toContain('mcp__late__ok')
      expect(core.events.of('tool.requested').map(({ name, input }) => ({ name, input }))).toEqual([{ name: 'mcp__late__ok', input: {} }])
      expect(JSON.stringify(third?.['messages'])).toContain(sentBack)
      // The fixture knows no calls at all: the server's own refusal reaches the model.
      expect(textOf()).toMatch(/The server refused ok: .*Method not found/)
    },
  )
})

describe('a long call', () => {
  const file = join(traces, 'long.jsonl')

  it('shows progress, which also keeps it alive beyond its time limit', async () => {
    await open(
      { slow: { ...mcpFixture('08-progress-timeout-cancel'), timeouts: { call: '700ms' } } },
      { script: [{ calls: [{ name: 'mcp__slow__slow_progress', input: { seconds: 1.2, every: 0.3 } }] }, { text: 'ok' }] },
    )
    await core.rpc.mcp.status({})
    await core.run('go', { mode: 'bypassPermissions' })
    expect(
      core.events
        .of('tool.progress')
        .map(({ text }) => text)
        .join(''),
    ).toContain('step 1/4')
    expect(textOf()).toContain('\ndone\n')
  })

  it('ends at its limit and is cancelled at the server, which lives on', async () => {
    await open(
      {
        slow: {
          ...mcpFixture('08-progress-timeout-cancel', { FAKE_LOG: file }),
          timeouts: { call: '400ms', max: '900ms' },
        },
      },
      {
        script: [
          { calls: [{ name: 'mcp__slow__late', input: { seconds: 1 } }] },
          { calls: [{ name: 'mcp__slow__forever_progress', input: { every: 0.2 } }] },
          { calls: [{ name: 'mcp__slow__backwards' }] },
          { text: 'ok' },
        ],
      },
    )
    await core.rpc.mcp.status({})
    await core.run('go', { mode: 'bypassPermissions' })
    const results = core.events.of('tool.finished').map((one) => textOf(one))
    expect(results[0]).toMatch(/no answer to late within 0\.4 s/)
    expect(results[1]).toMatch(/no answer to forever_progress/)
    expect(results[2]).toContain('\nok\n')
    const seen = trace(file)
    expect(seen.filter((line) => 'cancelled' in line)).toHaveLength(2)
    expect(new Set(seen.map(({ pid }) => pid)).size).toBe(1)
  })

  it('is cancelled when the person stops the turn', async () => {
    const stopFile = join(traces, 'stop.jsonl')
    await open(
      { slow: mcpFixture('08-progress-timeout-cancel', { FAKE_LOG: stopFile }) },
      { script: [{ calls: [{ name: 'mcp__slow__cancellable', input: { seconds: 30 } }] }] },
    )
    await core.rpc.mcp.status({})
    const sessionId = await core.newSession('bypassPermissions')
    const turn = core.run('go', { sessionId })
    await eventually(() => trace(stopFile).some(({ call }) => call === 'cancellable')).toBe(true)
    await core.rpc.turns.cancel({ sessionId })
    expect((await turn).stopReason).toBe('cancelled')
    await eventually(() => trace(stopFile).some((line) => 'cancelled' in line)).toBe(true)
    const [server] = await core.rpc.mcp.list({})
    expect(server?.state).toBe('ready')
  })
})

it('253 tools do not go into requests: the model searches for one and calls it through call_tool', async () => {
  await open(
    { many: mcpFixture('06-many-tools-paged') },
    {
      script: [
        { calls: [{ name: 'tool_search', input: { query: 'mutate' } }] },
        { calls: [{ name: 'call_tool', input: { name: 'mcp__many__mutate', arguments: {} } }] },
        { text: 'done' },
      ],
    },
  )
  await core.rpc.mcp.status({})
  await core.run('go', { mode: 'bypassPermissions' })
  expect(toolsOf(0).filter((name) => name?.startsWith('mcp__'))).toEqual([])
  expect(JSON.stringify(core.model.requests[0]?.body['messages'])).toContain('- mcp__many (253 tools): find them with tool_search.')
  const [search, call] = core.events.of('tool.finished')
  expect(textOf(search)).toContain('\n- mcp__many__mutate: fake tool mutate Arguments: {')
  expect(call).toMatchObject({ name: 'mcp__many__mutate', isError: false })
  expect(core.model.requests.map(({ body }) => body['tools'])).toEqual(
    Array.from({ length: 3 }, () => core.model.requests[0]?.body['tools']),
  )
})
