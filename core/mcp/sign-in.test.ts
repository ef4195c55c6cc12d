import { expect, it, onTestFinished } from 'vitest'
import { connectCore, mcpYaml } from '../testing/index.ts'
import { followAsBrowser, signInWorld } from '../testing/sign-in-world.ts'

const world = signInWorld()

it('a server that wants a sign-in says so and opens nothing; signed in it is ready, and its tokens are in the keychain alone', async () => {
  const fake = await world.start()
  const core = await connectCore({
    script: [{ calls: [{ name: 'mcp__web__ping', input: {} }] }, { text: 'done' }],
    providerYaml: mcpYaml({ web: { type: 'http', url: fake.url } }),
  })
  onTestFinished(() => core.close())
  let opened = 0
  Object.assign(core.platform, {
    openExternal: async (url: string) => {
      opened += 1
      await followAsBrowser(url)
      return true
    },
  })
  expect(await core.rpc.mcp.status({})).toMatchObject([{ state: 'needs_auth', isSignedIn: false, problem: { code: 'mcp.needs_auth' } }])
  expect(await core.rpc.mcpSignIn.look({ name: 'web' })).toMatchObject({ scopes: ['read'], client: 'registered' })
  expect(opened).toBe(0)
  await core.rpc.mcpSignIn.login({ name: 'web' })
  expect(await core.rpc.mcp.list({})).toMatchObject([{ state: 'ready', isSignedIn: true, tools: 2 }])
  await core.run('go', { mode: 'bypassPermissions' })
  expect(core.events.of('tool.finished').at(-1)?.isError).toBe(false)
  const [account = ''] = await core.platform.keychain.list()
  const { tokens } = JSON.parse((await core.platform.keychain.get(account)) ?? '')
  const told = JSON.stringify([core.platform.lines, core.appEvents, core.events, await core.rpc.mcp.list({})])
  for (const token of [tokens.access_token, tokens.refresh_token]) expect(told).not.toContain(token)
  await core.rpc.mcpSignIn.logout({ name: 'web' })
  expect(await core.rpc.mcp.list({})).toMatchObject([{ state: 'needs_auth', isSignedIn: false }])
  expect([opened, (await core.platform.keychain.list()).length]).toEqual([1, 0])
})
