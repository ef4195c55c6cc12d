import { performance } from 'node:perf_hooks'
import { createSseParser } from '../../core/llm/sse.ts'
import type { Bench } from './measure.ts'

const ROUNDS = 11
const WARM_UP = 2
const MIB = 2 ** 20

/** A stream of text deltas as a vendor sends them. */
function stream(bytes: number): Uint8Array {
  const event = `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a word 字 or two"}}\n\n`
  return Buffer.from(event.repeat(Math.ceil(bytes / Buffer.byteLength(event))))
}

/** Milliseconds a mebibyte takes, cut into chunks of `size` bytes. */
function msPerMiB(bytes: Uint8Array, size: number): number {
  const parser = createSseParser()
  let events = 0
  const startedAt = performance.now()
  for (let at = 0; at < bytes.length; at += size) events += parser.push(bytes.subarray(at, at + size)).length
  events += parser.end().length
  const ms = performance.now() - startedAt
  if (events === 0) throw new Error('the parser gave no event')
  return ms / (bytes.length / MIB)
}

/** Bytes to events. The budgets of 60 MB/s and 5 MB/s, said as time a mebibyte may take. */
export const p2: Bench = {
  name: 'P2',
  run() {
    const [large, small] = [stream(32 * MIB), stream(MIB)]
    const [whole, single]: [number[], number[]] = [[], []]
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const [a, b] = [msPerMiB(large, 64 * 1024), msPerMiB(small, 1)]
      if (round < 0) continue
      whole.push(a)
      single.push(b)
    }
    return Promise.resolve([
      { bench: 'P2', what: 'events from 1 MiB in 64 KB chunks', unit: 'ms', budget: 1000 / 60, samples: whole },
      { bench: 'P2', what: 'events from 1 MiB byte by byte', unit: 'ms', budget: 1000 / 5, samples: single },
    ])
  },
}
