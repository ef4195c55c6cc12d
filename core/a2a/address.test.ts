import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { connectRemoteCore, startSampleServer, type RemoteCore, type RemoteCoreOptions } from '../testing/a2a/index.ts'

const METADATA = 'http://169.254.169.254/latest/meta-data'
let core: RemoteCore
const closers: (() => unknown)[] = []

afterEach(async () => {
  await core.close()
  for (const close of closers.splice(0)) await close()
})

/** How a run ends, and whether the agent was told anything. */
async function outcome(options: RemoteCoreOptions): Promise<unknown> {
  core = await connectRemoteCore(options)
  const { id } = await core.start('hello')
  const { status, facts } = await core.end(id)
  return [status, facts?.error?.code ?? facts?.result, facts?.error?.params ?? {}, core.server.agent.heard.length]
}

/** A server of this machine that nobody allowed, and what it was asked. */
async function stranger(): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, asked }
}

it('a card on this machine is not asked for unless the person allows its host', async () => {
  expect(await outcome({ allowedHosts: '' })).toEqual(['failed', 'a2a.address', { host: '127.0.0.1', address: '127.0.0.1' }, 0])
  expect(core.server.requests).toEqual([])
  await core.close()
  expect(await outcome({ allowedHosts: '127.0.0.1' })).toEqual(['completed', 'You said: hello', {}, 1])
})

it('a name that leads to this machine is judged by where it leads', async () => {
  const cardUrl: RemoteCoreOptions['cardUrl'] = ({ cardUrl: url }) => url.replace('127.0.0.1', 'localhost')
  expect(await outcome({ cardUrl })).toMatchObject(['failed', 'a2a.address', { host: 'localhost' }, 0])
  expect(core.server.requests).toEqual([])
})

it('an address of the cloud that knows secrets is not asked, as a card or as where a card leads', async () => {
  const refused = ['failed', 'a2a.address', { host: '169.254.169.254', address: '169.254.169.254' }, 0]
  expect(await outcome({ cardUrl: () => METADATA })).toEqual(refused)
  await core.close()
  expect(await outcome({ endpoint: METADATA })).toEqual(refused)
  await core.close()
  const first: RemoteCoreOptions['first'] = (request, response) => {
    if (request.method === 'GET') response.writeHead(302, { location: METADATA }).end()
    return request.method === 'GET'
  }
  expect(await outcome({ first })).toEqual(refused)
})

it('a redirect to this machine is judged as its target is, and brings nothing there', async () => {
  const { port, asked } = await stranger()
  const first: RemoteCoreOptions['first'] = (request, response) => {
    if (request.method === 'GET') response.writeHead(307, { location: `http://localhost:${port}/secret` }).end()
    return request.method === 'GET'
  }
  expect(await outcome({ first })).toMatchObject(['failed', 'a2a.address', { host: 'localhost' }, 0])
  expect(asked).toEqual([])
})

it('a message is not redirected, wherever to', async () => {
  const first: RemoteCoreOptions['first'] = ({ url }, response) => {
    if (url === '/a2a') response.writeHead(307, { location: '/elsewhere' }).end()
    return url === '/a2a'
  }
  expect(await outcome({ first })).toMatchObject(['failed', 'a2a.redirect', {}, 0])
})

it('a redirect of the card on an allowed host is followed, and shows no secret to another origin', async () => {
  const other = await startSampleServer()
  closers.push(() => other.close())
  const first: RemoteCoreOptions['first'] = (request, response) => {
    if (request.method === 'GET') response.writeHead(302, { location: other.cardUrl }).end()
    return request.method === 'GET'
  }
  core = await connectRemoteCore({
    first,
    head: 'auth: { type: bearer, token: $FAR_TOKEN }\n',
    core: { env: { FAR_TOKEN: 'far-secret-1' } },
  })
  const { id } = await core.start('hello')
  expect(await core.end(id)).toMatchObject({ status: 'completed' })
  expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer far-secret-1'])
})
