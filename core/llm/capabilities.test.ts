import { afterEach, describe, expect, it } from 'vitest'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startModelServer, type Json, type ModelServer, type ModelStep } from '../testing/model-server/index.ts'
import { prepareAnthropic } from './anthropic/request.ts'
import { assistant, call, collect, providerConfig, providerFor, requestWith, result, summary, user } from './fixtures.ts'
import { createEndpointMemory, createProvider } from './index.ts'
import { prepareOpenAI } from './openai/request.ts'
import { prepareResponses } from './openai-responses/request.ts'
import type { ModelRequest } from './types.ts'

let server: ModelServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const asked = (more: Partial<ModelRequest>) => requestWith([user('hi')], { maxTokens: 8000, ...more })
const anthropic = (more: Partial<ModelRequest>) => {
  const { thinking, output_config, temperature, top_p, stop_sequences } = prepareAnthropic(asked(more), 'fake')
  return JSON.parse(JSON.stringify({ thinking, output_config, temperature, top_p, stop_sequences }))
}

describe('what a model is asked for', () => {
  it.each<[string, Partial<ModelRequest>, Json]>([
    ['claude-sonnet-5-5', {}, {}],
    ['claude-sonnet-5-5', { thinking: true }, { thinking: { type: 'adaptive', display: 'summarized' } }],
    ['claude-sonnet-5-5', { thinking: { budget: 4000 } }, { thinking: { type: 'adaptive', display: 'summarized' } }],
    ['claude-sonnet-5-5', { thinking: false, effort: 'minimal' }, { thinking: { type: 'disabled' }, output_config: { effort: 'low' } }],
    ['claude-sonnet-5-5', { temperature: 0, topP: 0.5, seed: 1 }, {}],
    ['claude-opus-5-5', { thinking: false }, { thinking: { type: 'adaptive', display: 'summarized' } }],
    ['claude-haiku-4-5', { thinking: true }, { thinking: { type: 'enabled', budget_tokens: 4000 } }],
    ['claude-haiku-4-5', { thinking: { budget: 2000 }, temperature: 0.3 }, { thinking: { type: 'enabled', budget_tokens: 2000 } }],
    ['claude-haiku-4-5', { thinking: { budget: 9000 } }, { thinking: { type: 'enabled', budget_tokens: 7999 } }],
    ['claude-haiku-4-5', { temperature: 0.3, stop: ['END', ' '] }, { temperature: 0.3, stop_sequences: ['END'] }],
    ['gateway-model', { thinking: true, effort: 'high' }, {}],
    ['gateway-model', { thinking: { budget: 2000 } }, { thinking: { type: 'enabled', budget_tokens: 2000 } }],
  ])('%s, for %j', (model, more, expected) => {
    expect(anthropic({ model, ...more })).toEqual(expected)
  })

  it.each<[string, Partial<ModelRequest>, Json]>([
    ['gpt-5.4', { effort: 'max', temperature: 0 }, { reasoning_effort: 'xhigh' }],
    ['gpt-5.4', { thinking: false }, { reasoning_effort: 'none' }],
    ['gpt-4o', { temperature: 0, topP: 0.5, seed: 7, stop: ['x'] }, { temperature: 0, top_p: 0.5, seed: 7, stop: ['x'] }],
    ['deepseek-v4-pro', { thinking: false }, { thinking: { type: 'disabled' } }],
    ['llama3:8b', { effort: 'low', temperature: 0.2 }, { reasoning_effort: 'low', temperature: 0.2 }],
  ])('%s over chat completions, for %j', (model, more, expected) => {
    const { reasoning_effort, temperature, top_p, seed, stop, thinking } = prepareOpenAI(asked({ model, ...more }), {
      provider: 'fake',
      outputLimit: 'max_tokens',
    })
    expect(JSON.parse(JSON.stringify({ reasoning_effort, temperature, top_p, seed, stop, thinking }))).toEqual(expected)
  })

  it.each<[string, Partial<ModelRequest>, Json]>([
    ['gpt-5.4', {}, { reasoning: { summary: 'auto' }, include: ['reasoning.encrypted_content'] }],
    ['gpt-5.4', { thinking: false }, { reasoning: { effort: 'none' }, include: ['reasoning.encrypted_content'] }],
    ['gpt-4o', { temperature: 1 }, { temperature: 1 }],
  ])('%s over the Responses API, for %j', (model, more, expected) => {
    const { reasoning, include, temperature } = prepareResponses(asked({ model, ...more }), { provider: 'fake' })
    expect(JSON.parse(JSON.stringify({ reasoning, include, temperature }))).toEqual(expected)
  })

  it('keeps the cache for an hour where that is wished', () => {
    const marks = JSON.stringify(prepareAnthropic(asked({ cacheTtl: '1h' }), 'fake')).match(/"cache_control":\{[^}]*\}/g)
    expect(new Set(marks)).toEqual(new Set(['"cache_control":{"type":"ephemeral","ttl":"1h"}']))
  })
})

describe('an endpoint that refuses a field', () => {
  const refuses = (message: string): ModelStep => ({ status: 400, body: { error: { message, type: 'invalid_request_error' } } })
  type Case = readonly [protocol: ModelServer['protocol'], model: string, more: Partial<ModelRequest>, field: string, message: string]
  const cases: readonly Case[] = [
    ['openai', 'local', {}, 'stream_options', 'Unrecognized request argument supplied: stream_options'],
    ['openai', 'local', { temperature: 0 }, 'temperature', "Unsupported value: 'temperature' does not support 0 with this model."],
    [
      'openai',
      'local',
      {},
      'max_tokens',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ],
    ['openai', 'local', { effort: 'low' }, 'reasoning_effort', "[{'type': 'extra_forbidden', 'loc': ('body', 'reasoning_effort')}]"],
    ['anthropic', 'claude-sonnet-5-5', { thinking: true }, 'thinking', 'thinking: Extra inputs are not permitted'],
    ['anthropic', 'claude-sonnet-5-5', { effort: 'low' }, 'output_config', 'output_config: Extra inputs are not permitted'],
    ['openai-responses', 'gpt-5.4', {}, 'include', 'Encrypted content is not supported with this model.'],
  ]
  it.each(cases)('%s %s %j is asked again without %s, and never with it from then on', async (protocol, model, more, field, message) => {
    server = await startModelServer({ protocol, script: (body) => (field in body ? refuses(message) : { text: 'ok' }) })
    const provider = providerFor({ protocol, baseUrl: server.baseUrl })
    const run = () => collect(provider.stream(asked({ model, ...more }), new AbortController().signal))
    expect(summary(await run())).toMatchObject({ text: 'ok', end: 'end_turn' })
    await run()
    expect(server.requests.map(({ body }) => field in body)).toEqual([true, false, false])
  })

  it('is remembered over restarts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mewcode-endpoints-'))
    const file = join(folder, 'endpoints.json')
    server = await startModelServer({
      protocol: 'openai',
      script: (body) => ('stream_options' in body ? refuses('Unknown parameter: stream_options') : { text: 'ok' }),
    })
    const { baseUrl } = server
    const run = () => {
      const log = { log: () => undefined }
      const endpoints = createEndpointMemory({ file, log })
      const provider = createProvider({
        config: providerConfig({ protocol: 'openai', baseUrl }),
        resolveKey: async () => undefined,
        endpoints,
        env: {},
        log,
      })
      return collect(provider.stream(asked({ model: 'local' }), new AbortController().signal))
    }
    await run()
    await run()
    expect(server.requests).toHaveLength(3)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ [`${baseUrl} local`]: ['stream_options'] })
    rmSync(folder, { recursive: true })
  })

  it('says which tool it takes only a plainer description of, and keeps the others whole', async () => {
    const odd = {
      name: 'odd',
      description: 'x',
      inputSchema: {
        type: 'object',
        properties: { a: { $ref: '#/$defs/A' } },
        oneOf: [{ required: ['a'] }],
        $defs: { A: { type: ['string', 'null'], description: 'an a' } },
      },
    }
    const other = { ...odd, name: 'other' }
    server = await startModelServer({
      protocol: 'openai',
      script: (body) =>
        JSON.stringify(body['tools']).split('oneOf').length > 2
          ? refuses("Invalid schema for function 'odd': schema must not have 'oneOf' at the top level.")
          : { text: 'ok' },
    })
    const provider = providerFor({ protocol: 'openai', baseUrl: server.baseUrl })
    const events = await collect(provider.stream(asked({ model: 'local', tools: [odd, other] }), new AbortController().signal))
    expect(events[0]).toEqual({ type: 'notice', code: 'provider.schema_changed', params: { provider: 'fake', tool: 'odd' } })
    expect(server.requests[1]?.body['tools']).toEqual([
      {
        type: 'function',
        function: {
          name: 'odd',
          description: 'x',
          parameters: { type: 'object', properties: { a: { type: 'string', description: 'an a' } } },
        },
      },
      { type: 'function', function: { name: 'other', description: 'x', parameters: other.inputSchema } },
    ])
  })

  it('gets nine-letter ids and a word between result and prompt where it asks for them', async () => {
    const bad = ({ messages }: Json) => JSON.stringify(messages).match(/"tool_call_id":"(?!\w{9}")/)
    const gap = ({ messages }: Json) => /"role":"tool"[^{}]*\},\{"role":"user"/.test(JSON.stringify(messages))
    server = await startModelServer({
      protocol: 'openai',
      script: (body) => {
        // Ids that change break the conversation as it was sent before: once, for good.
        if (bad(body)) return { ...refuses('Tool call id was call_a but must be a-z, A-Z, 0-9, with a length of 9.'), newEpoch: true }
        return { ...(gap(body) ? refuses("Unexpected role 'user' after role 'tool'") : { text: 'ok' }), newEpoch: true }
      },
    })
    const provider = providerFor({ protocol: 'openai', baseUrl: server.baseUrl })
    const messages = [user('go'), assistant('', [call('call_a'), call('call_b')]), result('call_a'), result('call_b'), user('and now?')]
    const run = () => collect(provider.stream(requestWith(messages, { model: 'local' }), new AbortController().signal))
    expect(summary(await run())).toMatchObject({ text: 'ok', end: 'end_turn' })
    expect(server.refusals).toEqual([])
    await run()
    expect(server.requests).toHaveLength(4)
  })

  it('cannot make it learn without end', async () => {
    let n = 0
    server = await startModelServer({ protocol: 'openai', script: () => refuses(`Invalid schema for function 'f${n++}': no.`) })
    const provider = providerFor({ protocol: 'openai', baseUrl: server.baseUrl })
    expect(summary(await collect(provider.stream(asked({ model: 'local' }), new AbortController().signal)))['end']).toBe(
      'error:bad_request',
    )
    expect(server.requests).toHaveLength(1)
  })

  it('stands where nothing of the request is meant, and a limit per minute is no field', async () => {
    server = await startModelServer({ protocol: 'openai', script: () => refuses("The model 'x' is not supported.") })
    const provider = providerFor({ protocol: 'openai', baseUrl: server.baseUrl })
    expect(summary(await collect(provider.stream(asked({ model: 'local' }), new AbortController().signal)))['end']).toBe(
      'error:bad_request',
    )
    expect(server.requests).toHaveLength(1)
  })

  it('gets the key anew after a 401, once', async () => {
    server = await startModelServer({ protocol: 'anthropic', key: 'new-key-0000', script: () => ({ text: 'ok' }) })
    const asks: string[] = []
    const log = { log: () => undefined }
    const provider = createProvider({
      config: providerConfig({ baseUrl: server.baseUrl }),
      resolveKey: async () => 'old-key-0000',
      renewKey: async () => (asks.push('renewed'), 'new-key-0000'),
      endpoints: createEndpointMemory({ file: undefined, log }),
      env: {},
      log,
    })
    expect(summary(await collect(provider.stream(asked({}), new AbortController().signal)))['end']).toBe('end_turn')
    expect(asks).toEqual(['renewed'])
  })
})
