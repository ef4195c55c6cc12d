import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../base/clock.ts'
import { connectCore, mcpFixture, mcpYaml, PLANTED_KEY, type ConnectedCore } from '../testing/index.ts'

let core: ConnectedCore
afterEach(() => core.close())

const HOUR_MS = 3_600_000
const rows = async (filter: Parameters<ConnectedCore['rpc']['audit']['list']>[0]) => (await core.rpc.audit.list(filter)).rows.toReversed()

/** Answers as its one tool is told to. */
const server = `
import { stdio, tool } from ${JSON.stringify(mcpFixture('_lib').args[0])}
const answers = {
  good: () => ({ content: [{ type: 'text', text: 'ok' }] }),
  says_no: () => ({ isError: true, content: [{ type: 'text', text: 'no' }] }),
  refuses: () => { throw { code: -32602, message: 'no such thing' } },
  hangs: () => undefined,
  dies: () => process.exit(1),
}
stdio({ 'tools/list': () => ({ tools: Object.keys(answers).map((name) => tool(name)) }), 'tools/call': ({ params }) => answers[params.name]() })
`

it('a call of a server says which, and how it failed', async () => {
  const names = ['good', 'says_no', 'refuses', 'hangs', 'dies']
  const script = [...names.map((name) => ({ calls: [{ name: `mcp__odd__${name}`, input: {} }] })), { text: 'DONE' }]
  core = await connectCore({ files: { 'server.mjs': server }, script })
  const entry = { type: 'stdio', command: process.execPath, args: [core.project.path('server.mjs')], tool_timeouts: { hangs: '300ms' } }
  writeFileSync(join(core.platform.paths.home, 'config.yaml'), mcpYaml({ odd: entry }), { flag: 'a' })
  await core.rpc.mcp.status({})
  await core.run('go', { mode: 'bypassPermissions' })
  const kept = await rows({ kind: 'tool' })
  expect(kept.map(({ server: from, tool, errorClass, isError }) => [from, tool.slice(10), errorClass, isError])).toEqual([
    ['odd', 'good', null, false],
    ['odd', 'says_no', 'remote', true],
    ['odd', 'refuses', 'protocol', true],
    ['odd', 'hangs', 'timeout', true],
    ['odd', 'dies', 'network', true],
  ])
  expect(new Set(kept.map(({ traceId }) => traceId))).toEqual(new Set([kept[0]?.turnId.replaceAll('-', '')]))
  expect(kept[0]?.traceId).toMatch(/^[0-9a-f]{32}$/)
  expect((await rows({ server: 'odd', errorClass: 'timeout' })).map(({ tool }) => tool)).toEqual(['mcp__odd__hangs'])
})

it("a provider's key has one row for each session and hour, in later processes too, and never its value", async () => {
  let now = 1_800_000_000_000
  core = await connectCore({ clock: { ...systemClock, now: () => now }, script: () => ({ text: 'ok' }) })
  const sessionId = await core.newSession()
  await core.run('one', { sessionId })
  await core.run('two', { sessionId })
  await core.run('other session')
  const used = async () => (await rows({ kind: 'credential' })).map((row) => [row.tool, row.rule, row.sessionId === sessionId])
  const first = [
    ['FAKE_KEY', 'variable', true],
    ['FAKE_KEY', 'variable', false],
  ]
  expect(await used()).toEqual(first)
  const next = await core.restart()
  await next.rpc.turns.start({ sessionId, text: 'three' })
  await next.events.waitFor('turn.finished')
  expect(await used()).toEqual(first)
  now += HOUR_MS
  await core.run('four', { sessionId })
  expect(await used()).toEqual([...first, ['FAKE_KEY', 'variable', true]])
  expect(JSON.stringify(await rows({}))).not.toContain(PLANTED_KEY)
})

it("a server's secrets have a row each, from keychain and variable", async () => {
  const value = 'planted-mcp-secret-4711'
  const entry = mcpFixture('13-env-report', { TOKEN: 'keychain:mcp:mine:TOKEN', OTHER: '${GIVEN}' })
  core = await connectCore({ env: { GIVEN: 'given-value' } })
  await core.platform.keychain.set('mcp:mine:TOKEN', value)
  writeFileSync(join(core.platform.paths.home, 'config.yaml'), mcpYaml({ mine: entry }), { flag: 'a' })
  await core.rpc.mcp.status({})
  await core.rpc.mcp.restart({ name: 'mine' })
  const kept = await rows({ kind: 'credential' })
  expect(kept.map(({ tool, rule, server: to }) => [tool, rule, to]).toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual([
    ['GIVEN', 'variable', 'mine'],
    ['mcp:mine:TOKEN', 'keychain', 'mine'],
  ])
  expect(JSON.stringify(kept)).not.toMatch(/planted-mcp|given-value/)
})

it('what is installed, brought up to date, taken back and removed has a row each', async () => {
  const skill = (body: string) => `---\nname: greet\ndescription: greets\n---\n\n${body}\n`
  core = await connectCore({ files: { 'source/greet/SKILL.md': skill('one') } })
  const source = core.project.path('source/greet')
  const { skills } = core.rpc
  const one = { id: 'greet', level: 'user' } as const
  const { previewId } = await skills.preview({ source, level: 'user' })
  await skills.confirm({ previewId })
  core.project.write('source/greet/SKILL.md', skill('two'))
  await skills.confirm({ previewId: (await skills.previewUpdate(one)).previewId })
  await skills.undo(one)
  await skills.remove(one)
  await expect(skills.remove(one)).rejects.toMatchObject({ code: 'install.not_installed' })
  const kept = await rows({ kind: 'install' })
  expect(kept.map(({ tool, rule, decision, layer }) => [tool, rule, decision, layer])).toEqual([
    ['greet', 'install', 'allow', 'human'],
    ['greet', 'update', 'allow', 'human'],
    ['greet', 'undo', 'allow', 'human'],
    ['greet', 'remove', 'revoke', 'human'],
  ])
  expect(JSON.parse(kept[0]?.argsRedacted ?? '')).toMatchObject({ kind: 'skill', source })
})

it("an agent's run has a row at its start and one at its end; a conversation has none", async () => {
  const isChild = (body: unknown): boolean => JSON.stringify(body).includes('CHILD-JOB') && !JSON.stringify(body).includes('PARENT')
  const call = { name: 'agent', input: { prompt: 'CHILD-JOB', description: 'job', subagent_type: 'general-purpose' } }
  core = await connectCore({
    script: (body, n) => (isChild(body) ? { text: 'report' } : n === 0 ? { calls: [call] } : { text: 'DONE' }),
  })
  const sessionId = await core.newSession('bypassPermissions')
  await core.run('PARENT', { sessionId })
  const kept = await rows({ kind: 'agent' })
  expect(kept.map(({ tool, rule, isError }) => [tool, rule, isError])).toEqual([
    ['general-purpose', 'start', false],
    ['general-purpose', 'end', false],
  ])
  const [start, end] = kept.map(({ argsRedacted }) => JSON.parse(argsRedacted))
  expect([start.parentId, end]).toMatchObject([sessionId, { run: 'end', stopReason: 'end_turn', parentId: sessionId }])
  expect(new Set(kept.map(({ agentId, traceId }) => `${agentId} ${traceId.length}`))).toEqual(new Set([`${kept[0]?.sessionId} 32`]))
  expect(kept[1]?.resultBytes).toBe(6)
})
