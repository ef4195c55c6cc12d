import { expect, it } from 'vitest'
import { connectCore, mcpFixture, mcpYaml } from '../testing/index.ts'

const SERVERS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']

it.each(['anthropic', 'openai'] as const)(
  '300 tools of six servers leave the first request small; one is found, called through call_tool, and the prefix stays: %s',
  { timeout: 20_000 },
  async (protocol) => {
    const core = await connectCore({
      protocol,
      providerYaml: mcpYaml(Object.fromEntries(SERVERS.map((name) => [name, mcpFixture('06-many-tools-paged', { TOTAL: '48' })]))),
      script: [
        { text: 'first' },
        { calls: [{ name: 'tool_search', input: { query: 'gamma shrink' } }] },
        { calls: [{ name: 'call_tool', input: { name: 'mcp__gamma__shrink', arguments: {} } }] },
        { text: 'done' },
      ],
    })
    const servers = await core.rpc.mcp.status({})
    expect(servers.reduce((sum, { tools }) => sum + tools, 0)).toBe(300)
    const sessionId = await core.newSession('bypassPermissions')
    await core.run('one', { sessionId })
    await core.run('two', { sessionId })

    const [first, ...later] = core.model.requests.map(({ body }) => body)
    // What a request without any server takes, and a line a server.
    expect(JSON.stringify(first).length).toBeLessThan(32_000)
    expect(JSON.stringify(first?.['tools'])).not.toContain('mcp__gamma')
    for (const name of SERVERS)
      expect(JSON.stringify(first?.['messages'])).toContain(`- mcp__${name} (50 tools): find them with tool_search.`)
    const prefix = (body: Record<string, unknown> | undefined) =>
      JSON.stringify([body?.['tools'], body?.['system'], body?.['instructions']])
    for (const body of later) expect(prefix(body)).toBe(prefix(first))
    const [search, call] = core.events.of('tool.finished')
    expect(JSON.stringify(search?.content)).toContain('- mcp__gamma__shrink: ')
    expect(call).toMatchObject({ name: 'mcp__gamma__shrink', isError: false })
    // The others were not asked.
    expect((await core.rpc.mcp.list({})).map(({ calls }) => calls)).toEqual([0, 0, 0, 0, 1, 0])
    await core.close()
  },
)
