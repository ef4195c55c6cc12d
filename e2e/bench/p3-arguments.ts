import { performance } from 'node:perf_hooks'
import { createAnthropicAssembler } from '../../core/llm/anthropic/assemble.ts'
import { createSseParser } from '../../core/llm/sse.ts'
import type { Bench } from './measure.ts'
import { throughTheAgent } from './p3-agent.ts'

const ROUNDS = 11
const WARM_UP = 1
const MB = 1_000_000
const CHUNK = 64 * 1024

/** A call whose arguments of `bytes` come four characters at a time. */
function argumentStream(bytes: number): Uint8Array {
  const event = (data: { readonly type: string; readonly [field: string]: unknown }): string =>
    `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
  const delta = event({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: 'abcd' } })
  const open = event({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"content":"' } })
  const close = event({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '"}' } })
  return Buffer.from(
    event({ type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage: { input_tokens: 1, output_tokens: 1 } } } as {
      type: string
    }) +
      event({ type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't', name: 'write_file', input: {} } } as {
        type: string
      }) +
      open +
      delta.repeat(bytes / 4) +
      close +
      event({ type: 'content_block_stop', index: 0 }) +
      event({ type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } }) +
      event({ type: 'message_stop' }),
  )
}

interface Reading {
  readonly ms: number
  /** The longest stretch without a return to the caller. */
  readonly longestMs: number
}

function read(bytes: Uint8Array): Reading {
  const parser = createSseParser()
  const assembler = createAnthropicAssembler({
    provider: 'bench',
    model: 'bench',
    callId: (id) => id,
    requestId: () => ({}),
    costUsd: () => null,
  })
  let longestMs = 0
  const startedAt = performance.now()
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const chunkAt = performance.now()
    for (const event of parser.push(bytes.subarray(at, at + CHUNK))) for (const _ of assembler.push(event)) continue
    longestMs = Math.max(longestMs, performance.now() - chunkAt)
  }
  const ms = performance.now() - startedAt
  if (!assembler.isFinished()) throw new Error('the stream was not read to its end')
  return { ms, longestMs }
}

/** A tool argument of 2 MB in four-character deltas. */
export const p3: Bench = {
  name: 'P3',
  async run() {
    const [two, four] = [argumentStream(2 * MB), argumentStream(4 * MB)]
    const readings: Reading[] = []
    const ratios: number[] = []
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const [single, double] = [read(two), read(four)]
      if (round < 0) continue
      readings.push(single)
      ratios.push(double.ms / single.ms)
    }
    return [
      ...(await throughTheAgent(two)),
      { bench: 'P3', what: '2 MB of arguments in 4-character deltas', unit: 'ms', budget: 1500, samples: readings.map(({ ms }) => ms) },
      { bench: 'P3', what: '4 MB against 2 MB', unit: '×', budget: 2.2, samples: ratios },
      { bench: 'P3', what: 'longest block while reading', unit: 'ms', budget: 50, samples: readings.map(({ longestMs }) => longestMs) },
    ]
  },
}
