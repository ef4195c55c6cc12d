import { expect, it, onTestFinished } from 'vitest'
import { connectCore, mcpFixture, mcpYaml, type ConnectedCore } from '../testing/index.ts'

const SECRET = 'planted-mcp-secret-4711'

async function open(servers: Parameters<typeof mcpYaml>[0], more: Parameters<typeof connectCore>[0] = {}): Promise<ConnectedCore> {
  const core = await connectCore({ ...more, providerYaml: mcpYaml(servers) })
  onTestFinished(() => core.close())
  return core
}

it('a secret of its own reaches the server from the keychain, anew after it was set, and no log or list', async () => {
  const core = await open(
    { mine: mcpFixture('13-env-report', { TOKEN: 'keychain:mcp:mine:TOKEN' }) },
    { script: [{ calls: [{ name: 'mcp__mine__has', input: { name: 'TOKEN' } }] }, { text: 'ok' }] },
  )
  expect(await core.rpc.mcp.status({})).toMatchObject([{ state: 'failed', problem: { code: 'mcp.secret_missing' } }])
  expect(await core.rpc.keys.set({ provider: 'mcp:mine:TOKEN', value: SECRET, store: 'keychain' })).toMatchObject({
    state: 'set',
    last4: '4711',
  })
  await expect.poll(async () => (await core.rpc.mcp.status({}))[0]?.state).toBe('ready')
  await core.run('go', { mode: 'bypassPermissions' })
  expect(JSON.stringify(core.events.of('tool.finished').at(-1)?.content)).toMatch(/true|set|yes/)
  const shown = JSON.stringify([core.platform.lines, await core.rpc.mcp.list({}), core.appEvents])
  expect(shown).not.toContain(SECRET)
  await expect(core.rpc.keys.set({ provider: 'mcp:mine:TOKEN', value: SECRET, store: 'file' })).rejects.toMatchObject({
    code: 'mcp.secret_keychain',
  })
})

it('nobody gets the secret of another server, of a provider, or of the sign-ins, whoever wrote the entry', async () => {
  const wanted = ['mcp:other', 'mcp:other:TOKEN', 'mcp:one-more', 'provider:fake', 'mcp-oauth:0', 'mcp:one:a:b', 'mcp']
  const servers = Object.fromEntries(wanted.map((account, at) => [`s${at}`, mcpFixture('13-env-report', { TOKEN: `keychain:${account}` })]))
  const core = await open({ ...servers, one: mcpFixture('13-env-report', { T: 'keychain:mcp:one:a:b' }) })
  for (const account of wanted) await core.platform.keychain.set(account, SECRET)
  const states = await core.rpc.mcp.status({})
  expect(states).toHaveLength(wanted.length + 1)
  expect(new Set(states.map(({ problem }) => problem?.code))).toEqual(new Set(['mcp.secret_not_yours']))
})

it("a project's server that takes the name of the person's does not take its secrets", async () => {
  const entry = mcpFixture('13-env-report', { TOKEN: 'keychain:mcp:mine:TOKEN' })
  const core = await open({ mine: entry }, { files: { '.mewcode.yaml': mcpYaml({ mine: entry }) }, options: { trustProjects: true } })
  await core.platform.keychain.set('mcp:mine:TOKEN', SECRET)
  expect(await core.rpc.mcp.status({})).toMatchObject([{ source: 'project', state: 'failed', problem: { code: 'mcp.secret_not_yours' } }])
})
