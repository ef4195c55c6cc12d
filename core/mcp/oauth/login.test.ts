import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { callTool, failure, followAsBrowser, login, signInWorld, targetOf } from '../../testing/sign-in-world.ts'

const world = signInWorld()
const closers: (() => unknown)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

it('looks without opening anything, then signs in once: registered, with PKCE, state and resource, and comes back to this machine', async () => {
  const fake = await world.start()
  const target = targetOf(fake)
  const signIns = world.open()
  expect(await failure(callTool(signIns, target))).toBe('mcp.needs_auth')
  const origin = new URL(fake.url).origin
  expect(await signIns.look(target, fetch, new AbortController().signal)).toEqual({
    issuer: origin,
    resource: fake.url,
    scopes: ['read'],
    client: 'registered',
  })
  expect([world.opened.length, (await fake.stats()).authorizes]).toEqual([0, 0])
  await login(signIns, target)
  expect((await callTool(signIns, target)).status).toBe(200)
  const [asked] = world.opened
  expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    resource: fake.url,
    scope: 'read',
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
    state: expect.stringMatching(/^[\w-]{32}$/),
  })
  expect(await fake.stats()).toMatchObject({ registrations: 1, authorizes: 1, codeExchanges: 1, badVerifier: 0, missingResource: 0 })
  // Another program finds it in the keychain.
  expect((await callTool(world.open(), target)).status).toBe(200)
})

it.each([
  ['a person who says no', { DENY: '1' }, 'mcp.sign_in_denied'],
  ['an answer of another server', { WRONG_ISS: '1' }, 'mcp.sign_in_refused'],
  ['an answer without the state', { STATE_DROP: '1' }, 'mcp.sign_in_refused'],
  ['a server that registers nobody', { NO_DCR: '1' }, 'mcp.sign_in_client'],
])('%s ends it before any code is traded', async (_, env, code) => {
  const fake = await world.start(env)
  expect(await failure(login(world.open(), targetOf(fake)))).toBe(code)
  expect(await fake.stats()).toMatchObject({ codeExchanges: 0 })
  expect(await world.keychain.list()).toEqual([])
})

it('is who the entry says, by id or by the address of a document, before it registers; a page that asks is waited for', async () => {
  const fake = await world.start({ CIMD: '1', AUTO: '0', SLOW_TOKEN: '100' })
  const document = 'https://client.example/mewcode.json'
  await login(world.open(), targetOf(fake, { clientId: document }))
  await login(world.open(), targetOf(fake, { clientId: 'by-hand', scopes: ['read', 'admin'] }))
  expect(world.opened.map(({ searchParams: asked }) => [asked.get('client_id'), asked.get('scope')])).toEqual([
    [document, 'read'],
    ['by-hand', 'read admin'],
  ])
  expect(await fake.stats()).toMatchObject({ registrations: 0, codeExchanges: 2 })
})

it('asks for more rights once, together with those it has; who chose fewer gets fewer', async () => {
  const fake = await world.start()
  const target = targetOf(fake)
  const signIns = world.open()
  await login(signIns, target, ['read'])
  expect(await failure(callTool(signIns, target, 'admin'))).toBe('mcp.needs_scope')
  await login(signIns, target)
  expect(world.opened.map(({ searchParams }) => searchParams.get('scope'))).toEqual(['read', 'read admin'])
  expect((await callTool(signIns, target, 'admin')).status).toBe(200)
  // The address it is registered with was free again.
  expect(await fake.stats()).toMatchObject({ authorizes: 2, registrations: 1 })
})

it('forgets what is kept at the sign-out', async () => {
  const fake = await world.start()
  const signIns = world.open()
  await login(signIns, targetOf(fake))
  await signIns.logout(targetOf(fake), fetch)
  expect(await world.keychain.list()).toEqual([])
  expect(await failure(callTool(signIns, targetOf(fake)))).toBe('mcp.needs_auth')
})

it('stops waiting for the browser when it is told to', async () => {
  const fake = await world.start()
  const stop = new AbortController()
  const signIns = world.open({ browse: async () => stop.abort(new Error('enough')) })
  await expect(signIns.login(targetOf(fake), fetch, { scopes: undefined, signal: stop.signal })).rejects.toThrow('enough')
})

interface Odd {
  readonly resource?: string
  readonly issuer?: string
  readonly authorizationServer?: string
  readonly authorize?: string
  readonly methods?: readonly string[]
  readonly refusesScope?: string
}

/** A server and its authorization server in one, right but for what is given. */
async function oddServer(odd: Odd): Promise<{ url: string; revoked: string[] }> {
  const revoked: string[] = []
  const server = createServer((request, response) => {
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const url = new URL(request.url ?? '', base)
    const json = (body: unknown, status = 200, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      if (url.pathname.startsWith('/.well-known/oauth-protected-resource'))
        return json({ resource: odd.resource ?? `${base}/mcp`, authorization_servers: [odd.authorizationServer ?? base] })
      if (url.pathname === '/.well-known/oauth-authorization-server')
        return json({
          issuer: odd.issuer ?? base,
          authorization_endpoint: odd.authorize ?? `${base}/authorize`,
          token_endpoint: `${base}/token`,
          registration_endpoint: `${base}/register`,
          revocation_endpoint: `${base}/revoke`,
          response_types_supported: ['code'],
          ...(odd.methods?.length === 0 ? {} : { code_challenge_methods_supported: odd.methods ?? ['S256'] }),
        })
      if (url.pathname === '/register') return json({ ...JSON.parse(text), client_id: 'cid' }, 201)
      if (url.pathname === '/authorize') {
        const back = new URL(url.searchParams.get('redirect_uri') ?? '')
        back.search = String(new URLSearchParams({ code: 'c', state: url.searchParams.get('state') ?? '' }))
        return response.writeHead(302, { location: String(back) }).end()
      }
      if (url.pathname === '/token') return json({ access_token: 'at', refresh_token: 'rt', token_type: 'Bearer', scope: odd.refusesScope })
      if (url.pathname === '/revoke') return (revoked.push(new URLSearchParams(text).get('token') ?? ''), json({}))
      if (request.headers.authorization === undefined) return json({}, 401)
      return odd.refusesScope === undefined
        ? json({})
        : json({}, 403, { 'www-authenticate': `Bearer error="insufficient_scope", scope="${odd.refusesScope}"` })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, revoked }
}

it.each([
  ['one that offers no PKCE', { methods: [] }],
  ['one whose PKCE is not S256', { methods: ['plain'] }],
  ['a server that calls itself something else', { resource: 'https://evil.example/mcp' }],
  ['metadata that name another issuer', { issuer: 'https://evil.example' }],
  ['an authorization server without encryption', { authorizationServer: 'http://evil.example' }],
  ['an address that is no web page', { authorize: 'file:///etc/passwd' }],
])('refuses %s, and opens nothing', async (_, odd) => {
  const server = await oddServer(odd)
  expect(await failure(login(world.open(), targetOf(server)))).toBe('mcp.sign_in_refused')
  expect(world.opened).toEqual([])
})

it('does not go round in circles with a server that wants what it has granted', async () => {
  const server = await oddServer({ refusesScope: 'all' })
  const signIns = world.open()
  await login(signIns, targetOf(server))
  expect(await failure(callTool(signIns, targetOf(server)))).toBe('mcp.sign_in_refused')
  expect(world.opened).toHaveLength(1)
})

it('revokes both tokens at the sign-out where the server takes that', async () => {
  const server = await oddServer({})
  const signIns = world.open()
  await login(signIns, targetOf(server))
  await signIns.logout(targetOf(server), fetch)
  expect(server.revoked).toEqual(['rt', 'at'])
})

it('answers of other pages on this machine are not taken for the browser', async () => {
  const fake = await world.start()
  const signIns = world.open({
    async browse(url) {
      const back = new URL(url).searchParams.get('redirect_uri') ?? ''
      expect((await fetch(new URL('/favicon.ico', back))).status).toBe(404)
      await followAsBrowser(url)
    },
  })
  await login(signIns, targetOf(fake))
  expect((await callTool(signIns, targetOf(fake))).status).toBe(200)
})
