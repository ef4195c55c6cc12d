import {
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type FetchLike,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client'
import type { McpHttpLaunch } from '../../config/types.ts'
import { withoutStream } from './patient-fetch.ts'

/** Streams that end one after another without having brought anything. */
const MAX_EMPTY_STREAMS = 5
const SLOWEST_MS = 60_000

interface Way {
  readonly launch: McpHttpLaunch
  readonly fetch: FetchLike
}

/** The way to a server at an address; `older`: by the form before 2025-03-26. */
export function openTransport({ launch, fetch }: Way, { older }: { older: boolean }): Transport {
  const options = { fetch: launch.opensStream || older ? fetch : withoutStream(fetch), requestInit: { headers: { ...launch.headers } } }
  const address = new URL(launch.url)
  return older ? new SSEClientTransport(address, options) : new SteadyTransport(address, options)
}

/**
 * The library's transport, which by itself leaves a request open for ever when its stream ends without an answer, and opens a
 * stream that always ends for ever anew.
 */
class SteadyTransport extends StreamableHTTPClientTransport {
  readonly #open = new Set<RequestId>()
  #empty = 0

  constructor(address: URL, options: { fetch: FetchLike; requestInit: RequestInit }) {
    super(address, { ...options, reconnectionScheduler: (reconnect, delayMs) => this.#reopen(reconnect, delayMs) })
  }

  override async start(): Promise<void> {
    const { onmessage } = this
    this.onmessage = (message: JSONRPCMessage) => {
      this.#empty = 0
      if ('id' in message && !('method' in message) && message.id !== undefined) this.#open.delete(message.id)
      onmessage?.(message)
    }
    await super.start()
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('id' in message && 'method' in message)) return super.send(message, options)
    const { id } = message
    this.#open.add(id)
    try {
      await super.send(message, {
        ...options,
        onRequestStreamEnd: () => {
          options?.onRequestStreamEnd?.()
          this.#giveUp(id)
        },
      })
    } catch (error) {
      this.#open.delete(id)
      throw error
    }
  }

  #reopen(reconnect: () => void, delayMs: number): () => void {
    this.#empty += 1
    if (this.#empty > MAX_EMPTY_STREAMS) {
      for (const id of this.#open) this.#giveUp(id)
      return () => undefined
    }
    const timer = setTimeout(reconnect, Math.min(SLOWEST_MS, delayMs * 2 ** (this.#empty - 1)))
    return () => clearTimeout(timer)
  }

  /** Tells whoever waits for an answer that it will not come. */
  #giveUp(id: RequestId): void {
    if (!this.#open.has(id)) return
    this.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32_000, message: 'The connection ended before the answer was there.' } })
  }
}
