import { appendFileSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectRemoteCore } from '../testing/a2a/index.ts'
import { connectCore, mcpYaml, startSkillServer, type ConnectedCore, type CoreWindow, type SkillServer } from '../testing/index.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** What each host was reached for; the scripted model's own host is left out. */
async function purposes({ rpc }: Pick<CoreWindow, 'rpc'>): Promise<Record<string, string[]>> {
  const { contacts } = await rpc.contacts.list({})
  const found: Record<string, string[]> = {}
  for (const { host, purpose } of contacts) if (purpose !== 'model') (found[host] ??= []).push(purpose)
  return found
}

/** A host of this machine that answers 404 to everything. */
async function someHost(): Promise<string> {
  const server = createServer((_, response) => response.writeHead(404).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
async function openCore(setup: Parameters<typeof connectCore>[0] = {}): Promise<ConnectedCore> {
  const app = await connectCore(setup)
  closers.push(() => app.close())
  return app
}

it('a server of tools is contacted as one', async () => {
  const host = await someHost()
  const app = await openCore({ script: [{ text: 'Done.' }], providerYaml: mcpYaml({ web: { type: 'http', url: `http://${host}/mcp` } }) })
  await app.rpc.mcp.status({})
  await app.run('hello')
  expect(await purposes(app)).toEqual({ [host]: ['mcp'] })
})

it('an agent on another machine is contacted as one', async () => {
  const app = await connectRemoteCore()
  closers.push(() => app.close())
  const { id } = await app.start('hello')
  expect((await app.end(id)).status).toBe('completed')
  expect(await purposes(app)).toEqual({ [new URL(app.server.cardUrl).host]: ['agent'] })
})

it('a hook that sends a request contacts as one', async () => {
  const host = await someHost()
  const app = await openCore()
  const action = { type: 'http', url: `http://${host}/x` }
  await app.rpc.hooks.test({ event: 'Stop', payload: {}, text: JSON.stringify({ hooks: [{ name: 'r', event: 'Stop', action }] }) })
  expect(await purposes(app)).toEqual({ [host]: ['hook'] })
})

it('spans and counts are sent as traces, each', async () => {
  const host = await someHost()
  const app = await openCore({ script: [{ text: 'Done.' }] })
  appendFileSync(join(app.platform.paths.home, 'config.yaml'), `otel: { endpoint: "http://${host}" }\n`)
  await app.run('hello')
  // They leave at the end at the latest.
  await app.core.close()
  const next = await app.restart()
  expect(await purposes(next)).toEqual({ [host]: ['traces'] })
  expect((await next.rpc.contacts.list({})).contacts.find((one) => one.host === host)?.count).toBe(2)
})

it('a page of the web is fetched as a page', async () => {
  const host = await someHost()
  const web = { resolve: async () => ['127.0.0.1'], isAllowed: () => true }
  const calls = [{ name: 'web_fetch', input: { url: `http://pages.example:${host.split(':')[1]}/`, prompt: 'What is it?' } }]
  const app = await openCore({ script: [{ calls }, { text: 'Done.' }], options: { web } })
  await app.run('read it', { mode: 'bypassPermissions' })
  expect(await purposes(app)).toEqual({ [`pages.example:${host.split(':')[1]}`]: ['page'] })
})

let skills: SkillServer
beforeEach(async () => {
  skills = await startSkillServer()
  closers.push(() => skills.close())
  skills.commit('acme/pack', { 'SKILL.md': '---\nname: one\ndescription: does one\n---\n\nDo it.\n' })
})

it.each([['acme/pack'], ['{git}'], ['{git}#no/such/branch'], ['{web}']])('skills from %s are fetched as skills', async (source) => {
  const env = { PATH: process.env['PATH'] ?? '' }
  const options = { skillSources: { github: skills.github, hosts: async () => [skills.host] } }
  const app = await openCore({ env, options })
  const address = source.replace('{git}', skills.gitUrl('acme/pack')).replace('{web}', skills.url)
  await app.rpc.skills.preview({ source: address, level: 'project' }).catch(() => undefined)
  expect(await purposes(app)).toEqual({ [skills.host]: ['skills'] })
})

it.each([
  ['a repository that is there', 'acme/pack', 'answered'],
  ['one that is not', 'acme/nothing', 'failed'],
])('a project is cloned as a clone: %s', async (_, repository, outcome) => {
  const app = await openCore()
  const home = await app.openWindow('home')
  const parent = join(app.platform.paths.userHome, 'projects')
  mkdirSync(parent)
  await home.rpc.projects.clone({ address: skills.gitUrl(repository), parent, cloneId: 'one' }).catch(() => undefined)
  expect((await home.rpc.contacts.list({})).contacts).toMatchObject([{ host: skills.host, purpose: 'clone', outcome, count: 1 }])
})
