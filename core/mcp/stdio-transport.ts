import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { RunningProcess } from '../platform/index.ts'
import { createLineReader } from './line-reader.ts'
import { readMessage } from './read-message.ts'
import type { Noise } from './types.ts'

export interface StdioTransport extends Transport {
  noise(): Noise
  /** A piece of the child's standard output. */
  take(chunk: Buffer): void
  /** The child is gone: whoever waits for an answer is told at once. */
  ended(): void
}

/** Messages, a line each, over a child's input and output. The child itself is somebody else's. */
export function createStdioTransport(input: () => RunningProcess['input']): StdioTransport {
  let noise: Noise = { count: 0, first: '' }
  const early: JSONRPCMessage[] = []
  let isOpen = false
  const lines = createLineReader((line) => {
    const read = readMessage(line)
    if (read.noise !== undefined) noise = { count: noise.count + 1, first: noise.first || read.noise.slice(0, 200) }
    if (read.message && isOpen) transport.onmessage?.(read.message)
    else if (read.message) early.push(read.message)
  })
  const transport: StdioTransport = {
    noise: () => noise,
    take: (chunk) => lines.take(chunk),
    ended() {
      if (!isOpen) return
      isOpen = false
      transport.onclose?.()
    },
    async start() {
      isOpen = true
      for (const message of early.splice(0)) transport.onmessage?.(message)
    },
    async send(message) {
      const pipe = input()
      if (!pipe?.writable) throw new Error('The server is gone.')
      // A server that does not read must not hold the caller: its own time limit tells.
      pipe.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      transport.ended()
    },
  }
  return transport
}
