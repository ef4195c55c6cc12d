import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Contact } from '../contract/contacts.ts'
import { contactingFor } from '../platform/index.ts'
import { connectCore, PLANTED_KEY, type ConnectedCore } from '../testing/index.ts'

let app: ConnectedCore
let port: number
const server = createServer((_, response) => response.writeHead(404).end())
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())
afterEach(() => app.close())

const web = { resolve: async () => ['127.0.0.1'], isAllowed: () => true }
const short = ({ host, purpose, count, outcome, status }: Contact) => ({ host, purpose, count, outcome, status })

it('keeps who was contacted and what for, over restarts, until it is cleared; never a path, a query or a key', async () => {
  app = await connectCore({ script: [{ text: 'one' }, { text: 'two' }], options: { web } })
  expect(await app.rpc.contacts.list({})).toEqual({ contacts: [] })
  const sessionId = await app.newSession()
  await app.run('first', { sessionId })
  await app.run('second', { sessionId })
  const { path } = await app.rpc.files.ticket({ kind: 'web', url: `http://pictures.example:${port}/secret-path.png?token=secret-query` })
  await expect(app.core.tickets.media(path)).rejects.toMatchObject({ code: 'files.picture_not_loaded' })

  const { contacts } = await app.rpc.contacts.list({})
  const model = new URL(app.model.baseUrl).host
  const picture = { host: `pictures.example:${port}`, purpose: 'picture', count: 1, outcome: 'answered', status: 404 }
  expect(contacts.map(short)[0]).toEqual(picture)
  const ofModel = contacts.find(({ purpose }) => purpose === 'model')
  expect(ofModel).toMatchObject({ host: model, outcome: 'answered', status: 200 })
  expect(ofModel?.count).toBeGreaterThanOrEqual(2)
  expect(ofModel?.firstAt).toBeLessThanOrEqual(ofModel?.lastAt ?? 0)
  for (const secret of ['secret-path', 'secret-query', PLANTED_KEY, '/v1']) expect(JSON.stringify(contacts)).not.toContain(secret)

  const next = await app.restart()
  expect((await next.rpc.contacts.list({})).contacts.map(short)).toContainEqual(picture)
  expect((await next.rpc.contacts.clear({})).cleared).toBe(2)
  expect(await app.rpc.contacts.list({})).toEqual({ contacts: [] })
})

it('keeps a host that nobody answers at, Node’s own fetch too, and what nobody named', async () => {
  app = await connectCore({})
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(gone.address() as AddressInfo).port}`
  await new Promise((resolve) => gone.close(resolve))
  await expect(contactingFor('hook', () => fetch(`http://${host}/x`))).rejects.toThrow('fetch failed')
  await (await fetch(`http://127.0.0.1:${port}/x`)).text()
  expect((await app.rpc.contacts.list({})).contacts.map(short)).toEqual([
    { host: `127.0.0.1:${port}`, purpose: 'other', count: 1, outcome: 'answered', status: 404 },
    { host, purpose: 'hook', count: 1, outcome: 'failed', status: null },
  ])
})
