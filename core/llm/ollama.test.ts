import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { startModelServer } from '../testing/model-server/index.ts'
import { detectOllama } from './index.ts'

it('finds an Ollama where OLLAMA_HOST says, with its models, in every way the variable is written', async () => {
  const server = await startModelServer({ protocol: 'openai', script: [], ollama: ['llama3:8b', 'qwen3'] })
  const port = new URL(server.url).port
  for (const host of [server.url, `127.0.0.1:${port}`, `0.0.0.0:${port}`, `http://127.0.0.1:${port}/`]) {
    expect(await detectOllama({ env: { OLLAMA_HOST: host } })).toEqual({ url: `${server.url}/v1`, models: ['llama3:8b', 'qwen3'] })
  }
  await server.close()
  expect(await detectOllama({ env: { OLLAMA_HOST: server.url } })).toBeNull()
})

it('takes nothing else for an Ollama, and does not wait for one that says nothing', async () => {
  const other = await startModelServer({ protocol: 'openai', script: [] })
  expect(await detectOllama({ env: { OLLAMA_HOST: other.url } })).toBeNull()
  await other.close()
  const mute = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const address = mute.address()
  const start = performance.now()
  expect(await detectOllama({ env: { OLLAMA_HOST: `127.0.0.1:${typeof address === 'object' ? address?.port : 0}` } })).toBeNull()
  expect(performance.now() - start).toBeLessThan(1500)
  mute.close()
  expect(await detectOllama({ env: { OLLAMA_HOST: 'not a host' } })).toBeNull()
})

it('ends with its caller', async () => {
  await expect(detectOllama({ env: { OLLAMA_HOST: '127.0.0.1:9' }, signal: AbortSignal.abort() })).rejects.toThrow('aborted')
})
