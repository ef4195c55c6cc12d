import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startModelServer, type ModelServer } from '../testing/model-server/index.ts'
import { collect, providerConfig, requestWith, summary, user } from './fixtures.ts'
import { createProvider, forgetfulMemory } from './index.ts'

const open: { close(done?: () => void): unknown; closeAllConnections?(): void }[] = []
let model: ModelServer | undefined
afterEach(async () => {
  for (const one of open.splice(0)) {
    one.closeAllConnections?.()
    await new Promise<void>((resolve) => one.close(() => resolve()))
  }
  await model?.close()
  model = undefined
})

async function listen(server: Server): Promise<number> {
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return port
}

async function ask(
  config: Parameters<typeof providerConfig>[0],
  env: Record<string, string> = {},
  systemProxy?: (url: URL) => Promise<string | undefined>,
) {
  const log = { log: () => undefined }
  const provider = createProvider({
    config: providerConfig(config),
    resolveKey: async () => 'k',
    endpoints: forgetfulMemory(),
    env,
    log,
    systemProxy,
  })
  return summary(await collect(provider.stream(requestWith([user('hi')]), new AbortController().signal)))
}

/** A plain proxy that sends everything to the model and writes down what it was asked for. */
async function startProxy(to: ModelServer): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const port = await listen(
    createServer((request, response) => {
      asked.push(request.url ?? '')
      const { pathname } = new URL(request.url ?? '')
      const onward = httpRequest(to.url + pathname, { method: request.method, headers: request.headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(response)
      })
      request.pipe(onward)
    }),
  )
  return { url: `http://127.0.0.1:${port}`, asked }
}

it("goes through the entry's proxy, or the system's, and to this machine directly", async () => {
  model = await startModelServer({ protocol: 'anthropic', script: () => ({ text: 'ok' }) })
  const proxy = await startProxy(model)
  expect(await ask({ baseUrl: 'http://model.invalid', proxy: proxy.url })).toMatchObject({ text: 'ok' })
  expect(await ask({ baseUrl: 'http://model.invalid' }, { HTTP_PROXY: proxy.url })).toMatchObject({ text: 'ok' })
  expect(await ask({ baseUrl: model.baseUrl }, { HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://127.0.0.1:1' })).toMatchObject({
    text: 'ok',
  })
  expect(proxy.asked).toEqual(Array(2).fill('http://model.invalid/v1/messages'))
})

it('asks the system for a proxy where nothing nearer names one, each time anew', async () => {
  model = await startModelServer({ protocol: 'anthropic', script: () => ({ text: 'ok' }) })
  const [first, second] = [await startProxy(model), await startProxy(model)]
  const asked: string[] = []
  let answer: string | undefined = first.url
  const systemProxy = async (url: URL) => {
    asked.push(url.href)
    return answer
  }
  const baseUrl = 'http://model.invalid'
  expect(await ask({ baseUrl }, {}, systemProxy)).toMatchObject({ text: 'ok' })
  answer = second.url
  expect(await ask({ baseUrl }, {}, systemProxy)).toMatchObject({ text: 'ok' })
  expect([first.asked.length, second.asked.length]).toEqual([1, 1])
  expect(asked).toEqual(Array(2).fill('http://model.invalid/v1/messages'))
  // This machine itself, and what the variables name, are not the system's to say.
  await ask({ baseUrl: model.baseUrl }, {}, systemProxy)
  await ask({ baseUrl }, { HTTP_PROXY: first.url }, systemProxy)
  expect(asked).toHaveLength(2)
  // Nobody answers for a name that the variables keep from the proxy.
  expect(await ask({ baseUrl }, { HTTP_PROXY: first.url, NO_PROXY: '.invalid' })).toMatchObject({ end: 'error:unreachable' })
})

it("trusts the certificate authority of the entry beside the system's, and no other", async () => {
  const file = (name: string): string => join(import.meta.dirname, 'testdata', name)
  model = await startModelServer({ protocol: 'anthropic', script: () => ({ text: 'ok' }) })
  const { url } = model
  const secure = createSecureServer(
    { key: readFileSync(file('loopback-key.pem')), cert: readFileSync(file('loopback-cert.pem')) },
    (request, response) => {
      const onward = httpRequest(url + request.url, { method: request.method, headers: request.headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(response)
      })
      request.pipe(onward)
    },
  )
  const baseUrl = `https://127.0.0.1:${await listen(secure)}`
  expect(await ask({ baseUrl, caFile: file('loopback-cert.pem') })).toMatchObject({ text: 'ok' })
  expect(await ask({ baseUrl })).toMatchObject({ end: 'error:unreachable' })
  expect(await ask({ baseUrl, caFile: file('nothing.pem') })).toMatchObject({ end: 'error:unreachable' })
})

it('sends headers, query and the key where the entry wants them', async () => {
  model = await startModelServer({ protocol: 'openai', script: () => ({ text: 'ok' }) })
  const config = {
    protocol: 'openai' as const,
    baseUrl: model.baseUrl,
    headers: { 'X-Team': 'blue' },
    query: { 'api-version': '1' },
    auth: 'api-key' as const,
  }
  expect(await ask(config)).toMatchObject({ text: 'ok' })
  const [request] = model.requests
  expect(request?.headers).toMatchObject({ 'x-team': 'blue', 'api-key': 'k' })
  expect(request?.headers).not.toHaveProperty('authorization')
})
