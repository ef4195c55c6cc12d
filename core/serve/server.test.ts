import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../contract/errors.ts'
import { PROTOCOL_VERSION } from '../contract/protocol.ts'
import { createFakeTarget, fakeCaller, type FakeTarget } from '../rpc/fake-target.ts'
import { startServe, type Serving } from './server.ts'

let dir: string
let target: FakeTarget
let serving: Serving

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mew-serve-'))
  await mkdir(join(dir, 'page/assets'), { recursive: true })
  await writeFile(join(dir, 'page/index.html'), '<script type="module" src="/assets/a-1.js"></script>')
  await writeFile(join(dir, 'page/assets/a-1.js'), 'export {}')
  await mkdir(join(dir, 'page/diagram'))
  await writeFile(join(dir, 'page/diagram/frame.html'), '<p>diagram</p>')
  await writeFile(join(dir, 'secret.json'), '"outside"')
  await symlink(join(dir, 'secret.json'), join(dir, 'page/link.json'))
  target = createFakeTarget()
  serving = await start()
})

afterEach(async () => {
  await serving.close()
  await rm(dir, { recursive: true })
})

async function start(extra: { project?: string; port?: number } = {}): Promise<Serving> {
  const home = { windowId: 'home-1', projectId: undefined }
  let pages = 0
  const tickets = new Map([['/files/once', 'the whole output']])
  return startServe({
    core: {
      ...target,
      windows: {
        ...target.windows,
        open: async () => ({ windowId: fakeCaller.windowId, projectId: 'project-1' }),
        look: async () => ({ windowId: fakeCaller.windowId, projectId: 'project-1' }),
        openHome: () => home,
        woke: () => undefined,
        find: (id) => (id === fakeCaller.windowId ? fakeCaller : undefined),
        join: (id) => {
          const window = [fakeCaller, home].find(({ windowId }) => windowId === id)
          return window && { ...window, windowId: `page-${(pages += 1)}` }
        },
      },
      tickets: {
        async put(path, bytes) {
          if (path !== '/files/up') throw new AppError('files.ticket_invalid')
          return { kind: 'attachment', attachmentId: 'a1', name: 'n.txt', size: bytes.length }
        },
        maxBytes: () => 1_048_576,
        media: async (path) => (path === '/files/dot' ? { type: 'image/gif', bytes: new TextEncoder().encode('GIF89a') } : undefined),
        async get(path) {
          const text = tickets.get(path)
          tickets.delete(path)
          if (text === undefined) throw new AppError('files.ticket_invalid')
          return text
        },
      },
    },
    rendererDir: join(dir, 'page'),
    appVersion: '1.0.0',
    port: 0,
    token: 'the-token',
    onBug: (error) => {
      throw error
    },
    ...extra,
  })
}

interface Answer {
  status: number
  body: string
  headers: Record<string, unknown>
}

function ask(
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: string | Buffer } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: serving.port, path, method, headers: { ...headers } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }))
    })
    request.on('error', reject)
    request.end(body)
  })
}

it('serves the page openly with a policy that allows only itself', async () => {
  const page = await ask('/')
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers).toMatchObject({
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' blob: data:; media-src blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  const script = await ask('/assets/a-1.js')
  expect([script.status, script.headers['content-type'], script.body]).toEqual([200, 'text/javascript; charset=utf-8', 'export {}'])
})

it('lets itself frame one page, which has no origin and reaches nothing', async () => {
  const { status, headers } = await ask('/diagram/frame.html')
  expect([status, headers['content-security-policy']]).toEqual([
    200,
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
  ])
})

it.each([
  '/..%2fsecret.json',
  '/%2e%2e/secret.json',
  '/../secret.json',
  '/assets/..%5c..%5csecret.json',
  '/assets/%2e%2e/%2e%2e/secret.json',
  '/link.json',
  '/secret.json%00.html',
  '/%E0%A4%A',
  '/assets',
  '//etc/passwd',
  '/nothing.js',
])('gives nothing outside the page for %s', async (path) => {
  expect(await ask(path)).toMatchObject({ status: 404, body: 'Not found' })
})

it('answers only by the names a browser on this machine uses', async () => {
  expect((await ask('/', { headers: { host: `localhost:${serving.port}` } })).status).toBe(200)
  for (const host of ['evil.example', `evil.example:${serving.port}`, '127.0.0.1', `127.0.0.1:${serving.port + 1}`]) {
    expect([host, (await ask('/', { headers: { host } })).status]).toEqual([host, 421])
  }
})

it('refuses other origins on every route', async () => {
  for (const path of ['/', '/files/once', '/bridge']) {
    expect([path, (await ask(path, { headers: { origin: 'https://evil.example' } })).status]).toEqual([path, 403])
  }
  expect((await ask('/files/once', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
})

it('gives a ticket out once, takes an upload, and answers 401 without a valid ticket', async () => {
  expect(await ask('/files/once')).toMatchObject({ status: 200, body: 'the whole output' })
  expect((await ask('/files/once')).status).toBe(401)
  expect(await ask('/files/dot')).toMatchObject({ status: 200, body: 'GIF89a', headers: { 'content-type': 'image/gif' } })
  const upload = await ask('/files/up', { method: 'PUT', body: Buffer.alloc(1_048_576) })
  expect([upload.status, JSON.parse(upload.body)]).toEqual([
    200,
    { kind: 'attachment', attachmentId: 'a1', name: 'n.txt', size: 1_048_576 },
  ])
  expect((await ask('/files/other', { method: 'PUT', body: 'x' })).status).toBe(401)
  const tooLarge = await ask('/files/up', { method: 'PUT', body: Buffer.alloc(1_048_577) })
  expect([tooLarge.status, JSON.parse(tooLarge.body).code]).toEqual([413, 'files.too_large'])
  expect((await ask('/bridge')).status).toBe(401)
})

async function greet(hello: object, { origin = `http://127.0.0.1:${serving.port}`, path = '/bridge' } = {}): Promise<unknown> {
  const socket = new WebSocket(`ws://127.0.0.1:${serving.port}${path}`, { origin })
  const answer = await new Promise((resolve) => {
    socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL_VERSION, appVersion: '1', ...hello })))
    socket.on('message', (data: Buffer) => resolve(JSON.parse(data.toString())))
    socket.on('error', (error) => resolve(error.message))
  })
  socket.terminate()
  return answer
}

it('lets a page in by the token, as Home or as a window it issued', async () => {
  const hello = { type: 'hello', appVersion: '1.0.0' }
  expect(await greet({ token: 'the-token' })).toMatchObject(hello)
  expect(await greet({ token: 'the-token', windowId: fakeCaller.windowId })).toMatchObject(hello)
  expect(await greet({ token: 'the-token', windowId: 'made up' })).toMatchObject({ error: { code: 'rpc.unknown_window' } })
  expect(await greet({ token: 'the-tokem' })).toMatchObject({ error: { code: 'rpc.unauthorized' } })
  expect(await greet({})).toMatchObject({ error: { code: 'rpc.unauthorized' } })
})

it('takes no socket of a foreign page, of no page, or beside the bridge', async () => {
  expect(await greet({ token: 'the-token' }, { origin: 'https://evil.example' })).toBe('Unexpected server response: 403')
  expect(await greet({ token: 'the-token' }, { origin: '' })).toBe('Unexpected server response: 403')
  expect(await greet({ token: 'the-token' }, { path: '/other' })).toBe('Unexpected server response: 404')
})

it('bound to a project, puts its window into the link and has no Home', async () => {
  await serving.close()
  serving = await start({ project: '/somewhere' })
  expect(serving.url).toBe(`http://127.0.0.1:${serving.port}/#token=the-token&window=window-1`)
  expect(await greet({ token: 'the-token' })).toMatchObject({ error: { code: 'rpc.unknown_window' } })
  expect(await greet({ token: 'the-token', windowId: 'window-1' })).toMatchObject({ type: 'hello' })
})

it('tells pages of one window apart, so that the end of one forgets nothing of another', async () => {
  const open = async (): Promise<WebSocket> => {
    const socket = new WebSocket(`ws://127.0.0.1:${serving.port}/bridge`, { origin: `http://127.0.0.1:${serving.port}` })
    await new Promise((resolve) => socket.on('open', resolve))
    socket.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL_VERSION, appVersion: '1', token: 'the-token', windowId: 'window-1' }))
    await new Promise((resolve) => socket.once('message', resolve))
    return socket
  }
  const [first, second] = [await open(), await open()]
  first.terminate()
  await vi.waitFor(() => expect(target.listening()).toBe(1))
  expect(target.detached).toEqual(['page-1'])
  second.terminate()
  await vi.waitFor(() => expect(target.detached).toEqual(['page-1', 'page-2']))
})

it('says which port it cannot have', async () => {
  await expect(start({ port: serving.port })).rejects.toMatchObject({
    code: 'usage.port_unavailable',
    params: { port: String(serving.port), reason: 'EADDRINUSE' },
  })
})

it('leads to the link with the secret once, for a browser that was started with it', async () => {
  const path = new URL(serving.oneTimeLink()).pathname
  expect(await ask(path)).toMatchObject({ status: 302, headers: { location: '/#token=the-token' } })
  expect((await ask(path)).status).toBe(401)
  expect((await ask('/open/guess')).status).toBe(401)
})
