import { setTimeout as pause } from 'node:timers/promises'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { RunningProcess } from '../platform/index.ts'
import { createLineReader } from './line-reader.ts'
import { readMessage } from './read-message.ts'
import type { Noise } from './types.ts'

/** More noise in a row than any banner. */
const MAX_NOISE_CHARS = 256 * 1024
/** Between two pieces of 64 KB then: some megabytes a second, so that one server does not keep the whole program busy. */
const NOISE_PAUSE_MS = 20

/** Of what a server leaves unread: more than that and it asks without ever reading an answer. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024

export interface StdioTransport extends Transport {
  noise(): Noise
  /** A piece of the child's standard output. Settles when the next one may come: one that writes nothing but noise is held back. */
  take(chunk: Buffer): void | Promise<void>
  /** The child is gone: whoever waits for an answer is told at once. */
  ended(): void
}

/** Messages, a line each, over a child's input and output. The child itself is somebody else's. */
export function createStdioTransport(input: () => RunningProcess['input']): StdioTransport {
  let noise: Noise = { count: 0, first: '' }
  const early: JSONRPCMessage[] = []
  /** Of noise, since the last message. */
  let noiseChars = 0
  let isOpen = false
  const lines = createLineReader((line) => {
    const read = readMessage(line)
    if (read.noise !== undefined) noise = { count: noise.count + 1, first: noise.first || read.noise.slice(0, 200) }
    noiseChars = read.message ? 0 : noiseChars + (read.noise?.length ?? 0)
    if (read.message && isOpen) transport.onmessage?.(read.message)
    else if (read.message) early.push(read.message)
  })
  const transport: StdioTransport = {
    noise: () => noise,
    take(chunk) {
      const before = noise.count
      lines.take(chunk)
      return noiseChars > MAX_NOISE_CHARS && noise.count > before ? pause(NOISE_PAUSE_MS) : undefined
    },
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
      if (pipe.writableLength > MAX_UNREAD_BYTES) throw new Error('The server reads nothing.')
      // A server that does not read must not hold the caller: its own time limit tells.
      pipe.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      transport.ended()
    },
  }
  return transport
}
