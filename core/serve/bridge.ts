import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { MAX_FRAME_BYTES } from '../contract/protocol.ts'
import { serveConnection, type ConnectionOptions } from '../rpc/index.ts'

/** A client this far behind is cut off; it comes back and reads a snapshot instead. */
const MAX_BUFFERED_BYTES = 8_000_000

/** Room for frames over the limit, so that they are answered `rpc.too_large` rather than with a dead socket. */
const MAX_PAYLOAD_BYTES = 4 * MAX_FRAME_BYTES

/** Whoever has not greeted by then is not our page. */
const HELLO_TIMEOUT_MS = 10_000

export interface Bridge {
  /** Takes over an HTTP upgrade that the guard let pass. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): void
}

export type BridgeOptions = Pick<ConnectionOptions, 'core' | 'resolveHello' | 'appVersion' | 'onBug' | 'parseOutput'>

/** The contract's frames over WebSockets, one connection each. */
export async function createBridge(options: BridgeOptions): Promise<Bridge> {
  const { WebSocketServer } = await import('ws')
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD_BYTES, perMessageDeflate: false, clientTracking: true })
  return {
    accept: (request, socket, head) => server.handleUpgrade(request, socket, head, (ws) => serveSocket(ws, options)),
    close() {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}

function serveSocket(ws: WebSocket, options: BridgeOptions): void {
  const connection = serveConnection({
    ...options,
    send(_, json) {
      if (ws.readyState !== ws.OPEN) return
      if (ws.bufferedAmount > MAX_BUFFERED_BYTES) return ws.terminate()
      ws.send(json)
    },
    onEnd: (reason) => ws.close(4000, reason.code),
    resolveHello(hello) {
      clearTimeout(silence)
      return options.resolveHello(hello)
    },
  })
  const silence = setTimeout(() => ws.terminate(), HELLO_TIMEOUT_MS)
  // Text frames come as one buffer: `ws` splits nothing unless it is told to.
  ws.on('message', (data: Buffer, isBinary: boolean) => connection.receive(isBinary ? undefined : parse(data.toString('utf8'))))
  ws.on('close', () => {
    clearTimeout(silence)
    connection.close()
  })
  // What the other side did to the wire (reset, over-long frame); `close` follows.
  ws.on('error', () => ws.terminate())
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // `undefined` is no frame: the connection ends with `rpc.invalid_frame`.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
