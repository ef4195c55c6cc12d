import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connectCore, mcpFixture, mcpYaml, type ConnectedCore } from '../testing/index.ts'

let core: ConnectedCore
afterEach(() => core.close())

async function open(servers: Parameters<typeof mcpYaml>[0]): Promise<void> {
  core = await connectCore({ providerYaml: mcpYaml(servers) })
}

it('a test names each step with its time, and calls a tool that only reads', { timeout: 30_000 }, async () => {
  await open({
    env: mcpFixture('13-env-report'),
    noisy: mcpFixture('01-stdout-pollution'),
    ends: mcpFixture('02-hang-initialize', { MODE: 'exit' }),
    lists: { ...mcpFixture('02-hang-initialize', { MODE: 'list-hang' }), timeouts: { connect: '2s' } },
    dead: { type: 'stdio', command: '/no/such/binary' },
    web: { type: 'http', url: 'http://127.0.0.1:9/' },
  })
  const steps = async (name: string, more: { tool?: string; arguments?: Record<string, unknown> } = {}) => {
    const tested = await core.rpc.mcp.test({ name, ...more })
    return tested.steps.map(({ step, ok, problem }) => `${step} ${ok ? 'ok' : (problem?.code ?? 'said no')}`).join(', ')
  }
  expect(await steps('env')).toBe('spawn ok, handshake ok, list ok, call ok')
  expect(await steps('noisy')).toBe('spawn ok, handshake ok, list ok')
  expect(await steps('noisy', { tool: 'ok', arguments: {} })).toBe('spawn ok, handshake ok, list ok, call ok')
  expect(await steps('ends')).toBe('spawn ok, handshake mcp.exited')
  expect(await steps('lists')).toBe('spawn ok, handshake ok, list mcp.no_answer')
  expect(await steps('dead')).toBe('spawn mcp.no_command')
  expect(await steps('web')).toBe('handshake mcp.unreachable')
  await expect(core.rpc.mcp.test({ name: 'env', tool: 'nope' })).rejects.toMatchObject({ code: 'mcp.no_tool' })
  const { result } = await core.rpc.mcp.test({ name: 'env', tool: 'has', arguments: { name: 'PATH' } })
  expect(result).toEqual({ isError: false, content: [{ type: 'text', text: 'true' }] })
})

it('a server is listed with what it says of itself, what it wrote, and how its tools fared', async () => {
  await open({ noisy: mcpFixture('01-stdout-pollution'), waits: { ...mcpFixture('13-env-report'), env: { A: '${NOT_SET}' } } })
  const before = core.appEvents.length
  await core.rpc.mcp.status({})
  await core.rpc.mcp.test({ name: 'noisy', tool: 'ok' })
  const [noisy, waits] = await core.rpc.mcp.list({})
  expect(noisy).toMatchObject({ state: 'ready', title: 'fake', version: '1.0.0', offers: [], attempt: 0, calls: 1, failedCalls: 0 })
  expect(waits).toMatchObject({ missingVariables: ['NOT_SET'] })
  expect(await core.rpc.mcp.tools({ name: 'noisy' })).toMatchObject([{ name: 'ok', calls: 1, failedCalls: 0, before: null }])
  expect(await core.rpc.mcp.log({ name: 'noisy' })).toMatchObject({ noise: 7, firstNoise: 'Fake MCP server v1 starting…' })
  await expect.poll(() => core.appEvents.slice(before).some(({ type }) => type === 'mcp.changed')).toBe(true)
})

it('a tool is switched in the file, comments kept, and nothing is started anew for it', async () => {
  const { command, args } = mcpFixture('06-many-tools-paged')
  core = await connectCore({
    providerYaml: `mcp_servers:
  # mine
  many:
    type: stdio
    command: ${JSON.stringify(command)}
    args: [ ${JSON.stringify(args[0])} ]
    env: { TOTAL: "2" }
    tools:
      allow: [ tool_*, shrink ] # only these
      deny:
        - "*_001" # never
`,
  })
  const file = join(core.platform.paths.home, 'config.yaml')
  const before = readFileSync(file, 'utf8')
  await core.rpc.mcp.test({ name: 'many', tool: 'tool_000' })
  const offered = async () => (await core.rpc.mcp.tools({ name: 'many' })).filter(({ enabled }) => enabled).map(({ name }) => name)
  expect(await offered()).toEqual(['shrink', 'tool_000'])
  await core.rpc.mcp.setTool({ name: 'many', tool: 'shrink', enabled: false })
  await core.rpc.mcp.setTool({ name: 'many', tool: 'mutate', enabled: true })
  expect(readFileSync(file, 'utf8')).toContain(
    '[ tool_*, shrink, mutate ] # only these\n      deny:\n        - "*_001" # never\n        - shrink\n',
  )
  await expect.poll(offered).toEqual(['mutate', 'tool_000'])
  await core.rpc.mcp.setTool({ name: 'many', tool: 'shrink', enabled: true })
  expect(readFileSync(file, 'utf8')).toBe(before.replace('shrink ]', 'shrink, mutate ]'))
  await expect(core.rpc.mcp.setTool({ name: 'many', tool: 'tool_001', enabled: true })).rejects.toMatchObject({
    code: 'mcp.tool_denied',
    params: { pattern: '*_001' },
  })
  // The counts of one that was started anew would begin at nothing.
  expect((await core.rpc.mcp.list({}))[0]?.calls).toBe(1)
})

it('tools that are more than an answer holds come in portions', async () => {
  await open({ notes: mcpFixture('everyday', { MANY: '300' }) })
  const names: string[] = []
  for (let more = 1; more > 0;) {
    const portion = await core.rpc.mcp.tools({ name: 'notes', from: names.length })
    more = portion.length
    names.push(...portion.map(({ name }) => name))
  }
  expect(new Set(names).size).toBe(303)
})

it('a key that stands in a command line is not shown', async () => {
  const { command, args } = mcpFixture('01-stdout-pollution')
  const key = `ghp_${'a1B2c3D4'.repeat(5)}`
  await open({ noisy: { type: 'stdio', command, args: [...args, `--token=${key}`] } })
  const [noisy] = await core.rpc.mcp.list({})
  expect(noisy?.runs).toContain('--token=')
  expect(noisy?.runs).not.toContain(key)
})

it("a tool of a project's server is switched without another look at the folder; any other change of the entry needs one", async () => {
  core = await connectCore()
  const { command, args } = mcpFixture('06-many-tools-paged')
  const yaml = (script: string): string =>
    `mcp_servers:\n  mine: { type: stdio, command: ${JSON.stringify(command)}, args: [ ${JSON.stringify(script)} ] }\n`
  core.project.write('.mewcode.yaml', yaml(args[0] ?? ''))
  const state = async () => (await core.rpc.mcp.status({})).map((server) => server.state)
  expect(await state()).toEqual(['untrusted'])
  const { items } = await core.rpc.trust.show({})
  await core.rpc.trust.allow({ items: items.map(({ key, hash }) => ({ key, hash })) })
  expect(await state()).toEqual(['ready'])
  await core.rpc.mcp.setTool({ name: 'mine', tool: 'shrink', enabled: false })
  expect(core.project.read('.mewcode.yaml')).toContain('deny: [ shrink ]')
  expect(await state()).toEqual(['ready'])
  core.project.write('.mewcode.yaml', `${yaml(args[0] ?? '').replace(' }\n', ', tools: { allow: [ "*" ] } }\n')}`)
  expect(await state()).toEqual(['untrusted'])
})

it('how long calls took is told of a server and of each tool, also by a later process', async () => {
  core = await connectCore({
    providerYaml: mcpYaml({ results: mcpFixture('results') }),
    script: [{ calls: [{ name: 'mcp__results__long' }] }, { calls: [{ name: 'mcp__results__long' }] }, { text: 'done' }],
  })
  await core.rpc.mcp.status({})
  expect((await core.rpc.mcp.list({}))[0]?.callTimes).toBeNull()
  await core.run('go', { mode: 'bypassPermissions' })
  const [now] = await core.rpc.mcp.list({})
  expect(now?.callTimes?.lastMs).toHaveLength(2)
  expect(now?.callTimes?.p95Ms).toBe(Math.max(...(now?.callTimes?.lastMs ?? [])))
  await core.core.close()

  const later = await core.restart()
  await later.rpc.mcp.status({})
  const [server] = await later.rpc.mcp.list({})
  expect([server?.calls, server?.callTimes?.lastMs.length]).toEqual([0, 2])
  const tools = await later.rpc.mcp.tools({ name: 'results' })
  expect(tools.filter(({ p50Ms }) => p50Ms !== null).map(({ name }) => name)).toEqual(['long'])
  expect(await later.rpc.mcp.usage({ name: 'results' })).toMatchObject([{ name: 'long', calls: 2, failedCalls: 0 }])
})
