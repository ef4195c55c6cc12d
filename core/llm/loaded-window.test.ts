import { createServer } from 'node:http'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { connectCore, startModelServer, type ConnectedCore, type ModelServer } from '../testing/index.ts'
import { loadedWindow } from './loaded-window.ts'

let server: ModelServer | undefined
let app: ConnectedCore | undefined
afterEach(async () => {
  await app?.close()
  await server?.close()
  app = server = undefined
})

it('is what Ollama says of the model it has loaded', async () => {
  server = await startModelServer({ protocol: 'openai', script: [], ollama: ['qwen3:8b', 'llama3:latest'], loadedWindow: 4096 })
  const { baseUrl } = server
  expect(await loadedWindow({ baseUrl, model: 'qwen3:8b' })).toBe(4096)
  expect(await loadedWindow({ baseUrl, model: 'llama3' })).toBe(4096)
  expect(await loadedWindow({ baseUrl, model: 'other' })).toBeUndefined()
})

it('is what LM Studio says of it', async () => {
  const studio = createServer((request, response) => {
    if (request.url !== '/api/v0/models/qwen%2Fqwen3') return void response.writeHead(200).end('Unexpected endpoint')
    response.end(JSON.stringify({ id: 'qwen/qwen3', state: 'loaded', max_context_length: 40_960, loaded_context_length: 8192 }))
  }).listen(0, '127.0.0.1')
  await once(studio, 'listening')
  const address = studio.address()
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`
  expect(await loadedWindow({ baseUrl, model: 'qwen/qwen3' })).toBe(8192)
  studio.close()
})

it('is not asked of servers elsewhere', async () => {
  expect(await loadedWindow({ baseUrl: 'https://api.example.invalid/v1', model: 'm' })).toBeUndefined()
})

it('is the window of the session, and a small one is told with what to do', async () => {
  server = await startModelServer({ protocol: 'openai', script: [{ text: 'ok' }], ollama: ['qwen3:8b'], loadedWindow: 4096 })
  app = await connectCore()
  await app.rpc.providers.add({ name: 'ollama', protocol: 'openai', baseUrl: server.baseUrl, model: 'qwen3:8b' })
  await app.run('hi')
  expect(app.events.of('usage')[0]?.contextWindow).toBe(4096)
  expect(app.events.of('notice').map(({ code, params }) => [code, params['window']])).toEqual([
    ['provider.small_window', '4096'],
    ['compact.small_window', '4096'],
  ])
})
