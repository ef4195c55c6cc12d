import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../../testing/index.ts'
import { grey } from '../../testing/media-files.ts'

let app: ConnectedCore
let port: number
let png: Buffer
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  if (request.url === '/moved') return response.writeHead(302, { location: `http://other.example:${port}/dot.png` }).end()
  const bodies: Readonly<Record<string, Buffer | string>> = {
    '/dot.png': png,
    '/page.png': '<script>alert(1)</script>',
    '/drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '/large.png': Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)]),
  }
  // What the server says of the type counts for nothing.
  return response.writeHead(request.url === '/none' ? 404 : 200, { 'content-type': 'image/png' }).end(bodies[request.url ?? ''] ?? png)
})
beforeAll(async () => {
  png = await grey(20, 10)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())
afterEach(async () => {
  asked.length = 0
  await app.close()
})

/** What a GET on the ticket of this address brings, or the code it is refused with. */
async function got(address: string): Promise<unknown> {
  const { path } = await app.rpc.files.ticket({ kind: 'web', url: address })
  return await app.core.tickets.media(path).catch((error: { code?: string }) => error.code)
}

it('fetches a picture by itself, with a type told by its bytes, and nothing that is no picture', async () => {
  app = await connectCore({ options: { web: { resolve: async () => ['127.0.0.1'], isAllowed: () => true } } })
  const at = (path: string): string => `http://pictures.example:${port}${path}`
  expect(await got(at('/dot.png'))).toEqual({ type: 'image/png', bytes: new Uint8Array(png) })
  for (const path of ['/page.png', '/drawing.svg', '/large.png', '/none', '/moved'])
    expect([path, await got(at(path))]).toEqual([path, 'files.picture_not_loaded'])
  expect(asked).toEqual(['/dot.png', '/page.png', '/drawing.svg', '/large.png', '/none', '/moved'])
})

it('asks nothing of this machine or its network, nor by another protocol', async () => {
  app = await connectCore({})
  for (const address of [
    `http://127.0.0.1:${port}/dot.png`,
    'http://[::1]/x.png',
    'http://192.168.1.1/',
    'file:///etc/passwd',
    'data:image/png;base64,',
    'x',
  ])
    expect([address, await got(address)]).toEqual([address, 'files.picture_not_loaded'])
  expect(asked).toEqual([])
})
