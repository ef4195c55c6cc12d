import { createClient, type ClientTransport, type RpcConnection } from '../contract/client.ts'
import type { ClientFrame, HostFrame } from '../contract/frames.ts'
import type { Caller } from '../contract/method.ts'
import { serveConnection, type ConnectionOptions } from './connection.ts'

/** The host's end of a pair. */
export interface HostEnd {
  send(frame: HostFrame): void
  onFrame(listener: (frame: ClientFrame) => void): () => void
  onClose(listener: () => void): () => void
  close(): void
}

/** Two ends in one process that behave like a real wire: copies, later, in order. */
export function memoryPair(): { client: ClientTransport; host: HostEnd } {
  const toHost = createLane<ClientFrame>()
  const toClient = createLane<HostFrame>()
  const closeListeners = new Set<(reason: string) => void>()
  let closed = false
  const onClose = (listener: (reason: string) => void): (() => void) => {
    closeListeners.add(listener)
    return () => void closeListeners.delete(listener)
  }
  const close = (): void => {
    if (closed) return
    closed = true
    // After the frames already under way.
    queueMicrotask(() => {
      for (const listener of closeListeners) listener('closed')
    })
  }
  return {
    client: { send: (frame) => closed || toHost.send(frame), onFrame: toClient.onFrame, onClose, close },
    host: { send: (frame) => closed || toClient.send(frame), onFrame: toHost.onFrame, onClose, close },
  }
}

function createLane<T>(): { send(frame: T): void; onFrame(listener: (frame: T) => void): () => void } {
  const listeners = new Set<(frame: T) => void>()
  return {
    send(frame) {
      const copy = structuredClone(frame)
      queueMicrotask(() => {
        for (const listener of listeners) listener(copy)
      })
    },
    onFrame(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A client in the host's own process, for the command line and for tests. */
export function connectInProcess({ caller, ...rest }: InProcessOptions): RpcConnection {
  const { client, host } = memoryPair()
  const connection = serveConnection({ ...rest, resolveHello: () => caller, send: host.send, onEnd: host.close })
  host.onFrame(connection.receive)
  host.onClose(connection.close)
  return createClient(client, { hello: { appVersion: rest.appVersion } })
}

export type InProcessOptions = Pick<ConnectionOptions, 'core' | 'appVersion' | 'onBug' | 'parseOutput'> & { caller: Caller }
