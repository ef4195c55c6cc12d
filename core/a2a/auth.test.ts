import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { connectRemoteCore, remoteDefinition, type RemoteCore, type RemoteCoreOptions } from '../testing/a2a/index.ts'
import { followAsBrowser, signInWorld } from '../testing/sign-in-world.ts'
import { authorized } from './auth.ts'
import type { RemoteAgentsDeps } from './types.ts'

const world = signInWorld()
const SECRET = 'far-secret-7c1e'
let core: RemoteCore | undefined

afterEach(async () => {
  await core?.close()
  core = undefined
})

async function run(options: RemoteCoreOptions, prepare?: (made: RemoteCore) => unknown) {
  const made = await connectRemoteCore(options)
  core = made
  await prepare?.(made)
  const { id } = await made.start('hello')
  const { status, facts } = await made.end(id)
  return { made, end: [status, facts?.error?.code ?? 'none'], params: facts?.error?.params }
}

it.each([
  ['auth: { type: bearer, token: $FAR_TOKEN }', 'authorization', `Bearer ${SECRET}`],
  ['auth: { type: apiKey, key: "${FAR_TOKEN}", header: X-Far }', 'x-far', SECRET],
  ['auth: { type: bearer, token: keychain:agent:far }', 'authorization', `Bearer ${SECRET}`],
])('signs each request in by %s, and tells nobody the secret', async (head, header, value) => {
  const { made, end } = await run({ head: `${head}\n`, core: { env: { FAR_TOKEN: SECRET } } }, ({ platform }) =>
    platform.keychain.set('agent:far', SECRET),
  )
  expect(end).toEqual(['completed', 'none'])
  expect(made.server.requests.map(({ headers }) => headers[header])).toEqual([value, value])
  const seen = JSON.stringify([made.told.all, made.platform.lines, await made.rpc.agents.list({}), await made.rpc.tasks.list({})])
  expect(seen).not.toContain(SECRET)
})

it('an agent that wants a sign-in says so, and takes work once the person has been to the browser', async () => {
  const { url } = await world.start()
  const issuer = new URL(url).origin
  const first: RemoteCoreOptions['first'] = (request, response) => {
    const origin = `http://${request.headers.host}`
    if (request.url?.startsWith('/.well-known/oauth-protected-resource')) {
      response.end(JSON.stringify({ resource: `${origin}/`, authorization_servers: [issuer], scopes_supported: ['read'] }))
      return true
    }
    if (request.headers.authorization?.startsWith('Bearer ')) return false
    const where = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource"`
    response.writeHead(401, { 'www-authenticate': where }).end()
    return true
  }
  const { made, end } = await run({ first, head: 'auth: { type: oauth }\n' }, ({ platform }) =>
    Object.assign(platform, { openExternal: async (address: string) => followAsBrowser(address).then(() => true) }),
  )
  expect(end).toEqual(['failed', 'a2a.sign_in'])
  await made.rpc.agents.login({ name: 'far' })
  const { id } = await made.start('hello')
  expect(await made.end(id)).toMatchObject({ status: 'completed', facts: { result: 'You said: hello' } })
  await made.rpc.agents.logout({ name: 'far' })
  expect(await made.platform.keychain.list()).toEqual([])
})

it('a sign-in that is turned away says so, and is not tried again', async () => {
  const first: RemoteCoreOptions['first'] = (request, response) => {
    if (request.method === 'POST') response.writeHead(401).end()
    return request.method === 'POST'
  }
  const { end, params } = await run({ first })
  expect(end).toEqual(['failed', 'a2a.auth'])
  expect(params).toEqual({ agent: 'far', status: '401' })
})

it('gives nobody the key of a model provider, nor what is not there', async () => {
  const head = 'auth: { type: bearer, token: $FAKE_KEY }\n'
  const { made, end } = await run({ head })
  expect([end, made.server.requests]).toEqual([['failed', 'a2a.secret_variable'], []])
  await made.close()
  expect((await run({ head: 'auth: { type: bearer, token: $NOWHERE }\n' })).end).toEqual(['failed', 'a2a.secret_missing'])
})

it('an agent that a project names is reached once the project is trusted, and gets nothing of the keychain', async () => {
  const inProject = async (made: RemoteCore): Promise<void> => {
    const folder = join(made.project.root, '.mewcode', 'agents')
    mkdirSync(folder, { recursive: true })
    const text = remoteDefinition(made.server.cardUrl, 'auth: { type: bearer, token: keychain:agent:near }\n').replace(
      'name: far',
      'name: near',
    )
    writeFileSync(join(folder, 'near.md'), text)
    await made.platform.keychain.set('agent:near', SECRET)
  }
  core = await connectRemoteCore()
  await inProject(core)
  await expect(core.rpc.tasks.create({ subject: 'job', description: 'x', agent: 'near' })).rejects.toMatchObject({
    code: 'agent.untrusted',
  })
  await core.close()
  core = await connectRemoteCore({ core: { options: { trustProjects: true } } })
  await inProject(core)
  const { id } = await core.rpc.tasks.create({ subject: 'job', description: 'x', agent: 'near' })
  expect(await core.end(id)).toMatchObject({ status: 'failed', facts: { error: { code: 'a2a.secret_project' } } })
  expect(core.server.requests).toEqual([])
})

it('a secret goes out over TLS, or to a host the person allowed', async () => {
  const sent: string[] = []
  const deps = { env: { TOKEN: SECRET }, learn: () => undefined } as unknown as RemoteAgentsDeps
  const target = { cardUrl: 'https://far.example/card.json', auth: { kind: 'bearer', secret: 'TOKEN' }, isOfProject: false } as const
  const fetch = await authorized(
    async (address, init) => {
      sent.push(`${new URL(address).host} ${new Headers(init?.headers).get('authorization')}`)
      return new Response('{}')
    },
    { agent: 'far', target, surroundings: { allowedHosts: ['lan.example'], isSecretVariable: () => false } },
    deps,
  )
  for (const host of ['far.example', 'evil-lan.example', 'evil.lan.example', 'lan.example.evil'])
    await expect(fetch(`http://${host}/a2a`)).rejects.toMatchObject({ code: 'a2a.insecure' })
  await fetch('https://far.example/a2a')
  await fetch('http://lan.example/a2a')
  expect(sent).toEqual([`far.example Bearer ${SECRET}`, `lan.example Bearer ${SECRET}`])
})
