import { appendFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { contentText } from '../contract/content-text.ts'
import { connectCore, type ConnectCoreOptions, type ConnectedCore } from '../testing/index.ts'

let app: ConnectedCore
const servers: Server[] = []
afterEach(async () => {
  await app.close()
  for (const server of servers.splice(0)) server.close()
})

async function start(policy: string, setup: ConnectCoreOptions = {}): Promise<void> {
  app = await connectCore(setup)
  writeFileSync(app.platform.paths.managed, policy)
}
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error: { code: string; params: object }) => [error.code, error.params],
  )

it('asks no provider, address or model it does not allow, and each refusal names the policy', async () => {
  await start('providers: [corp]\n')
  const file = app.platform.paths.managed
  const sessionId = await app.newSession()
  const turn = (): Promise<unknown> => codeOf(app.rpc.turns.start({ sessionId, text: 'go' }))
  expect(await turn()).toEqual(['policy.provider', { file, name: 'fake' }])
  writeFileSync(file, 'providers: [fake]\nbase_urls: ["https://llm.corp.example/v1"]\n')
  expect(await turn()).toEqual(['policy.base_url', { file, name: 'fake', url: app.model.baseUrl }])
  writeFileSync(file, `base_urls: ["${app.model.baseUrl}"]\nmodels: [claude-opus-*]\n`)
  expect(await turn()).toEqual(['policy.model', { file, model: 'claude-sonnet-5-5' }])
  expect(app.model.requests).toEqual([])
})

it('asks those it allows', async () => {
  await start('providers: [fake]\nmodels: ["claude-*"]\n', { script: [{ text: 'Hello.' }] })
  expect((await app.run('go')).stopReason).toBe('end_turn')
})

it('takes an address that only begins like an allowed one for another', async () => {
  await start('', { script: [{ text: 'Hello.' }] })
  const { origin } = new URL(app.model.baseUrl)
  writeFileSync(app.platform.paths.managed, `base_urls: ["${origin}/other"]\n`)
  const sessionId = await app.newSession()
  expect(await codeOf(app.rpc.turns.start({ sessionId, text: 'go' }))).toEqual(['policy.base_url', expect.anything()])
  writeFileSync(app.platform.paths.managed, `base_urls: ["${origin}"]\n`)
  expect((await app.run('go')).stopReason).toBe('end_turn')
})

it('forbids bypass in every way to it, sessions that are in it already too', async () => {
  await start('', { script: [{ calls: [{ name: 'bash', input: { command: 'echo hi > made' } }] }, { text: 'Done.' }] })
  const file = app.platform.paths.managed
  writeFileSync(`${app.platform.paths.home}/settings.yaml`, 'defaultMode: bypassPermissions\n')
  const old = await app.newSession()
  writeFileSync(file, 'bypassPermissions: off\n')
  expect(await codeOf(app.rpc.sessions.create({ mode: 'bypassPermissions' }))).toEqual(['policy.bypass', { file }])
  expect(await codeOf(app.rpc.sessions.setMode({ sessionId: old, mode: 'bypassPermissions' }))).toEqual(['policy.bypass', { file }])
  expect((await app.rpc.sessions.create({})).mode).toBe('default')
  const { turnId } = await app.rpc.turns.start({ sessionId: old, text: 'go' })
  const { approvalId } = await app.events.waitFor('approval.requested')
  await app.rpc.approvals.answer({ approvalId, decision: 'no' })
  await app.events.waitFor('turn.finished', (event) => event.turnId === turnId)
  expect(app.project.has('made')).toBe(false)
})

it("its rules come first, whatever the person's allow, and are named as the policy's", async () => {
  await start('permissions:\n  deny: ["Bash(git push:*)"]\n  ask: [Write]\nsandbox: on\n', {
    options: { rules: { allow: ['Bash', 'Write'], deny: [] } },
    script: [{ calls: [{ name: 'bash', input: { command: 'git push' } }] }, { text: 'No.' }],
  })
  const source = { kind: 'policy', file: app.platform.paths.managed, line: 2 }
  const asked = await app.rpc.permissions.check({ tool: 'bash', input: { command: '/usr/bin/git push -f' } })
  expect(asked).toMatchObject({ decision: 'deny', layer: 'rule', rule: 'Bash(git push:*)', source })
  expect((await app.rpc.permissions.rules({})).map(({ source: { kind } }) => kind).slice(0, 2)).toEqual(['policy', 'policy'])
  await app.run('go')
  expect(contentText(app.events.of('tool.finished')[0]?.content ?? [])).toContain('Bash(git push:*)')
  expect(await app.rpc.permissions.sandbox({})).toMatchObject({ level: 'on', source: { kind: 'policy' } })
})

it.each(['providers: [', 'provider: [fake]\n', 'permissions: { deny: ["Bash(rm"] }\n', 'bypassPermissions: perhaps\n'])(
  'one with a mistake in it fails closed: %s',
  async (text) => {
    await start(text)
    const file = app.platform.paths.managed
    const sessionId = await app.newSession()
    expect(await codeOf(app.rpc.turns.start({ sessionId, text: 'go' }))).toEqual(['policy.broken', { file }])
    const { problems } = await app.rpc.app.info({})
    expect(problems.map(({ params }) => params['file'])).toContain(file)
    expect(await app.rpc.permissions.policy({})).toMatchObject({ file, forbidsBypass: true, problem: { params: { file } } })
  },
)

it('is shown as it is, and is nobody where there is none', async () => {
  await start(
    `providers: [corp]
mcp: { servers: [files], commands: [npx], hosts: [mcp.example] }
otel: { endpoint: "https://otel.example" }
skills: { registries: [skills.corp.example] }
hooks: { allowed_commands: [guard], rules: [{ name: guard, event: PreToolUse, action: { type: shell, command: guard } }] }
`,
  )
  expect(await app.rpc.permissions.policy({})).toEqual({
    file: app.platform.paths.managed,
    providers: ['corp'],
    forbidsBypass: false,
    rules: 0,
    mcpServers: ['files'],
    mcpCommands: ['npx'],
    mcpHosts: ['mcp.example'],
    skillRegistries: ['skills.corp.example'],
    onlyManagedSkills: false,
    hooks: 1,
    hookCommands: ['guard'],
    otelEndpoint: 'https://otel.example',
  })
  await app.close()
  app = await connectCore()
  expect(await app.rpc.permissions.policy({})).toBeNull()
})

it('starts no MCP server whose name, command or host it does not allow, and says which policy', async () => {
  await start('mcp: { commands: [npx], hosts: [mcp.example] }\n')
  const file = app.platform.paths.managed
  const marker = app.project.path('started')
  // What the window began to read as it opened has come to its end.
  await app.rpc.mcp.status({})
  appendFileSync(
    path.join(app.platform.paths.home, 'config.yaml'),
    `mcp_servers:
  own: { type: stdio, command: touch, args: ["${marker}"] }
  away: { type: http, url: "https://other.example/mcp" }
  called-so: { type: stdio, command: "${app.project.path('npx')}" }
`,
  )
  const servers = await app.rpc.mcp.list({})
  expect(servers.map(({ name, state, problem }) => [name, state, problem?.code, problem?.params['file']])).toEqual(
    ['away', 'called-so', 'own'].map((name) => [name, 'failed', 'policy.mcp', file]),
  )
  await codeOf(app.rpc.mcp.restart({ name: 'own' }))
  expect(app.project.has('started')).toBe(false)
})

it('lets skills come from the registries it names and, where it says so, from nowhere else', async () => {
  const refuse = createServer((_, answer) => answer.writeHead(404).end())
  servers.push(refuse)
  await new Promise<void>((resolve) => void refuse.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(refuse.address() as AddressInfo).port}`
  await start(`skills: { registries: ["${host}"] }\n`, { files: { 'mine/SKILL.md': '---\nname: mine\ndescription: x\n---\nText.\n' } })
  const file = app.platform.paths.managed
  const from = (source: string): Promise<unknown> => codeOf(app.rpc.skills.preview({ source, level: 'user' }))
  const registry = `http://${host}/.well-known/agent-skills/`
  expect([await from('./mine'), await from(registry)]).toEqual(['none', [expect.stringMatching(/^install\.(?!host)/), expect.anything()]])
  writeFileSync(file, `skills: { registries: ["${host}"], only_managed: true }\n`)
  expect(await from('./mine')).toEqual(['policy.skills', { file, source: './mine' }])
  expect(await from('acme/skills')).toEqual(['policy.skills', { file, source: 'api.github.com' }])
  expect(await from(registry)).toEqual([expect.stringMatching(/^install\.(?!host)/), expect.anything()])
})

it('sends traces to its own target, whatever the person has set', async () => {
  const reached: string[] = []
  const listen = async (name: string): Promise<string> => {
    const server = createServer((_, answer) => void (reached.push(name), answer.end('{}')))
    servers.push(server)
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  await start(`otel: { endpoint: "${await listen('policy')}" }\n`, {
    script: [{ text: 'Hello.' }],
    providerYaml: `otel: { endpoint: "${await listen('own')}" }\n`,
  })
  await app.run('go')
  await app.core.close()
  expect(new Set(reached)).toEqual(new Set(['policy']))
})
