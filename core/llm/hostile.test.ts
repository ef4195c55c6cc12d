import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import type { ServedProtocol } from '../testing/model-server/index.ts'
import { inTime } from '../testing/in-time.ts'
import { collect, providerFor, requestWith, summary, user } from './fixtures.ts'
import { CallCollector } from './openai/calls.ts'
import { createReasoningDetails } from './openai/reasoning-details.ts'
import { createSseParser } from './sse.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** What a server that keeps to nothing but the framing comes to: the frames as they are given. */
async function answered(protocol: ServedProtocol, frames: readonly unknown[]) {
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(frames.map((frame) => `data: ${typeof frame === 'string' ? frame : JSON.stringify(frame)}\n\n`).join(''))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const baseUrl = `http://127.0.0.1:${address === null || typeof address === 'string' ? 0 : address.port}`
  const provider = providerFor({ protocol, baseUrl: protocol === 'anthropic' ? baseUrl : `${baseUrl}/v1` })
  return summary(await collect(provider.stream(requestWith([user('hi')]), new AbortController().signal)))
}

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

interface Wire {
  text(text: string): unknown[]
  call(args: string): unknown[]
  deep(levels: number): string
  end(tokens: number): unknown[]
}

const wires: Record<ServedProtocol, Wire> = {
  anthropic: {
    text: (text) => [{ type: 'content_block_start', index: 0, content_block: { type: 'text', text } }],
    call: (args) => [
      { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'c', name: 'write' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: args } },
    ],
    deep: (levels) => `{"type":"content_block_start","index":0,"content_block":{"type":"new","x":${nested(levels)}}}`,
    end: (tokens) => [
      { type: 'message_delta', delta: { stop_reason: 'new' }, usage: { input_tokens: tokens, output_tokens: tokens } },
      { type: 'message_stop' },
    ],
  },
  openai: {
    text: (text) => [{ choices: [{ delta: { content: text } }] }],
    call: (args) => [{ choices: [{ delta: { tool_calls: [{ index: 0, id: 'c', function: { name: 'write', arguments: args } }] } }] }],
    deep: (levels) => `{"choices":[{"delta":{"reasoning_details":[{"type":"new","x":${nested(levels)}}]}}]}`,
    end: (tokens) => [{ choices: [], usage: { prompt_tokens: tokens, completion_tokens: tokens } }, '[DONE]'],
  },
  'openai-responses': {
    text: (text) => [{ type: 'response.output_text.delta', output_index: 0, delta: text }],
    call: (args) => [
      {
        type: 'response.output_item.done',
        output_index: 1,
        item: { type: 'function_call', call_id: 'c', name: 'write', arguments: args },
      },
    ],
    deep: (levels) => `{"type":"response.output_item.done","output_index":0,"item":{"type":"new","x":${nested(levels)}}}`,
    end: (tokens) => [
      { type: 'response.completed', response: { status: 'completed', usage: { input_tokens: tokens, output_tokens: tokens } } },
    ],
  },
}

describe.each(['anthropic', 'openai', 'openai-responses'] as const)('%s', (protocol) => {
  const wire = wires[protocol]

  it.each([-5, 1.5e9, Number.MAX_SAFE_INTEGER, 1e300])('takes %d tokens for no count', async (tokens) => {
    const { text, usage, end } = await answered(protocol, [...wire.text('ok'), ...wire.end(tokens)])
    expect({ text, usage, end }).toMatchObject({ text: 'ok', usage: { inputTokens: 0, outputTokens: 0 }, end: 'end_turn' })
  })

  it('takes an event that nothing could store for a broken one', async () => {
    const { end } = await answered(protocol, [...wire.text('ok'), wire.deep(10_000), ...wire.end(1)])
    expect(end).toBe('error:protocol')
  })

  it.each(['text', 'call'] as const)('gives up an answer whose %s no window could be told', async (kind) => {
    const { end, calls } = await answered(protocol, [...wire[kind]('x'.repeat(2_600_000)), ...wire.end(1)])
    expect({ end, calls }).toEqual({ end: 'error:protocol', calls: [] })
  })
})

it('counts the bytes of an answer that does not end', () => {
  const parser = createSseParser(1_000)
  const ping = new TextEncoder().encode(': ping\n'.repeat(100))
  parser.push(ping)
  expect(() => parser.push(ping)).toThrow('does not end')
})

it('tells fifty thousand calls of one answer apart without looking at each for each', () => {
  const collector = new CallCollector((id) => id)
  inTime(() => {
    for (let index = 0; index < 50_000; index += 1) {
      collector.take({ index, id: `c${index}`, function: { name: 'read', arguments: '{' } })
      collector.take({ index, function: { arguments: '}' } })
    }
  })
  expect(collector.calls).toHaveLength(50_000)
  expect(collector.calls.at(-1)).toMatchObject({ id: 'c49999', arguments: '{}' })
})

it('sees whether arguments are whole without reading them anew with every piece', () => {
  const collector = new CallCollector((id) => id)
  const start = `{"text":"${'x'.repeat(500_000)}`
  inTime(() => {
    collector.take({ function: { name: 'write', arguments: start } })
    for (let n = 0; n < 20_000; n += 1) collector.take({ function: { name: 'write', arguments: '}' } })
    collector.take({ function: { name: 'write', arguments: '\\"}"}' } })
    collector.take({ function: { name: 'write', arguments: '{}' } })
  })
  expect(collector.calls.map((call) => call.arguments.length)).toEqual([start.length + 20_005, 2])
})

it('keeps a hundred thousand parts of a thought without looking at each for each', () => {
  const details = createReasoningDetails()
  inTime(() => {
    for (let index = 0; index < 100_000; index += 1) details.take([{ type: 'reasoning.text', index, text: 'x' }])
  })
  expect(details.list).toHaveLength(100_000)
})
