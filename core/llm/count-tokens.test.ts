import { afterEach, expect, it } from 'vitest'
import { startModelServer, type Json, type ModelServer } from '../testing/model-server/index.ts'
import { assistant, call, providerConfig, providerFor, requestWith, result, user } from './fixtures.ts'
import { createProvider, forgetfulMemory } from './index.ts'

let server: ModelServer
afterEach(() => server.close())

const request = requestWith([user('go'), assistant('', [call('a')]), result('a', ['字'.repeat(50)])])
const now = () => new AbortController().signal

it.each(['anthropic', 'openai-responses'] as const)('asks the vendor for the tokens of the very prompt, over %s', async (protocol) => {
  const asked: Json[] = []
  server = await startModelServer({ protocol, script: [], counts: (body) => asked.push(body) * 1_000 })
  const provider = providerFor({ protocol, baseUrl: server.baseUrl })
  expect(await provider.countTokens?.(request, now())).toBe(1_000)
  const [body] = asked
  expect(JSON.stringify(body)).toContain('字'.repeat(50))
  expect(Object.keys(body ?? {})).not.toContain('stream')
  expect(Object.keys(body ?? {}).filter((name) => name.startsWith('max'))).toEqual([])
})

it('is told that there is no count, once, and asks no more', async () => {
  const logged: string[] = []
  server = await startModelServer({ protocol: 'anthropic', script: [] })
  const provider = createProvider({
    config: providerConfig({ baseUrl: server.baseUrl }),
    resolveKey: async () => 'key-of-the-test',
    endpoints: forgetfulMemory(),
    env: {},
    log: { log: (_level, _component, msg) => void logged.push(msg) },
  })
  expect(await provider.countTokens?.(request, now())).toBeUndefined()
  expect(await provider.countTokens?.(request, now())).toBeUndefined()
  expect(logged).toEqual(['tokens not counted'])
})

it('does not fail when nobody answers', async () => {
  server = await startModelServer({ protocol: 'anthropic', script: [] })
  const provider = providerFor({ baseUrl: 'http://127.0.0.1:9' })
  expect(await provider.countTokens?.(request, now())).toBeUndefined()
  expect(providerFor({ protocol: 'openai', baseUrl: server.baseUrl }).countTokens).toBeUndefined()
})
