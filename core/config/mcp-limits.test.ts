import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connectCore, mcpYaml, type ConnectedCore } from '../testing/index.ts'

let core: ConnectedCore
afterEach(() => core.close())

const entry = (command: string, ...args: string[]) => ({ type: 'stdio', command, args, enabled: true })
const servers = {
  node: entry('node', 'x.mjs'),
  other: entry('python', 'x.py'),
  pinned: entry('npx', '-y', '@scope/server@1.2.3'),
  newest: entry('npx', '-y', '@scope/server'),
  inside: { type: 'http', url: 'https://mcp.example.com/mcp' },
  outside: { type: 'http', url: 'https://evil.example/mcp' },
}

async function problems(settings: string, managed = ''): Promise<Record<string, string | undefined>> {
  core = await connectCore({ providerYaml: mcpYaml(servers) })
  const { home, managed: policy } = core.platform.paths
  writeFileSync(`${home}/settings.yaml`, settings)
  if (managed !== '') {
    mkdirSync(dirname(policy), { recursive: true })
    writeFileSync(policy, managed)
  }
  // `list` starts nothing.
  const all = await core.rpc.mcp.list({})
  return Object.fromEntries(all.map(({ name, problem }) => [name, problem?.code]))
}

it("the person's settings say which commands and addresses may be used, and that versions are exact", async () => {
  const settings = 'mcp: { allowed_commands: [node, npx], allowed_hosts: [mcp.example.com], require_pinned: true }\n'
  expect(await problems(settings)).toEqual({
    inside: undefined,
    newest: 'mcp.must_be_pinned',
    node: undefined,
    other: 'mcp.not_allowed',
    outside: 'mcp.not_allowed',
    pinned: undefined,
  })
})

it('the policy does too, on top of what it says of commands', async () => {
  expect(await problems('', 'mcp: { commands: [npx], require_pinned: true }\n')).toMatchObject({
    newest: 'mcp.must_be_pinned',
    node: 'policy.mcp',
    pinned: undefined,
  })
})

it('a mistake in the limits lets nothing start rather than everything', async () => {
  expect(await problems('mcp: { allowed_comands: [node] }\n')).toMatchObject({ node: 'mcp.not_allowed', inside: 'mcp.not_allowed' })
})
