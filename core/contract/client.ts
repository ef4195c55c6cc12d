import type { WireError } from './errors.ts'
import { errorText, type ErrorCode } from './error-texts.ts'
import type { HostEvent } from './events.ts'
import type { ClientFrame, HelloFrame, HostFrame } from './frames.ts'
import type { RpcClient } from './index.ts'
import type { CallOptions } from './method.ts'
import { CONNECTION_ID, PROTOCOL_VERSION } from './protocol.ts'

/** Carries frames to one host and back, in order. About twenty lines for each kind of host. */
export interface ClientTransport {
  send(frame: ClientFrame): void
  onFrame(listener: (frame: HostFrame) => void): () => void
  /** Once; `reason` is for logs. */
  onClose(listener: (reason: string) => void): () => void
  close(): void
}

/** How a call failed, as the host said it; `errorText(code, params, language)` says it in the person's language. */
export class RpcError extends Error {
  readonly code: string
  readonly params: Readonly<Record<string, string>>
  readonly fix: string

  constructor(error: WireError) {
    super(error.message)
    this.name = 'RpcError'
    this.code = error.code
    this.params = error.params
    this.fix = error.fix
  }
}

export interface RpcConnection {
  readonly rpc: RpcClient
  onEvent(listener: (event: HostEvent) => void): () => void
  /** The connection ended; `rpc.closed`, or why the host refused it. Called at once when that has happened already. */
  onClose(listener: (reason: RpcError) => void): () => void
  /** The host's first frame; rejects when the connection ends before it. */
  readonly ready: Promise<HelloFrame>
  close(): void
}

export interface ClientOptions {
  hello: Omit<HelloFrame, 'type' | 'protocol'>
}

interface Pending {
  resolve(output: unknown): void
  reject(error: unknown): void
}

/**
 * The typed client over a transport: greets the host, then matches answers to calls. A call rejects with `RpcError`,
 * or with the signal's reason when it is aborted. After the end every open and later call rejects with `rpc.closed`.
 */
export function createClient(transport: ClientTransport, { hello }: ClientOptions): RpcConnection {
  const pending = new Map<number, Pending>()
  const eventListeners = new Set<(event: HostEvent) => void>()
  const closeListeners = new Set<(reason: RpcError) => void>()
  const ready = Promise.withResolvers<HelloFrame>()
  // Whoever does not wait for `ready` learns of a failure by `onClose`.
  ready.promise.catch(() => undefined)
  let lastId = CONNECTION_ID
  let ended: RpcError | undefined

  const end = (reason: RpcError): void => {
    if (ended) return
    ended = reason
    ready.reject(reason)
    for (const call of pending.values()) call.reject(reason)
    pending.clear()
    transport.close()
    for (const listener of closeListeners) listener(reason)
  }

  const onFrame = (frame: HostFrame): void => {
    if (ended) return
    switch (frame.type) {
      case 'hello':
        if (frame.protocol === PROTOCOL_VERSION) return ready.resolve(frame)
        return end(localError('rpc.protocol', { theirs: String(frame.protocol), ours: String(PROTOCOL_VERSION) }))
      case 'event':
        for (const listener of [...eventListeners]) listener(frame.event)
        return
      case 'ok':
        pending.get(frame.id)?.resolve(frame.output)
        pending.delete(frame.id)
        return
      case 'error':
        if (frame.id === CONNECTION_ID) return end(new RpcError(frame.error))
        pending.get(frame.id)?.reject(new RpcError(frame.error))
        pending.delete(frame.id)
    }
  }

  const call = (method: string, input: unknown, { signal }: CallOptions = {}): Promise<unknown> => {
    if (ended) return Promise.reject(ended)
    if (signal?.aborted) return Promise.reject(signal.reason)
    const id = ++lastId
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const onAbort = (): void => {
      if (!pending.delete(id)) return
      transport.send({ type: 'cancel', id })
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    const settled = (): void => signal?.removeEventListener('abort', onAbort)
    promise.then(settled, settled)
    pending.set(id, { resolve, reject })
    try {
      transport.send({ type: 'call', id, method, input })
    } catch (error) {
      // A value that cannot be sent is the caller's mistake, not the connection's end.
      pending.delete(id)
      reject(error)
    }
    return promise
  }

  transport.onFrame(onFrame)
  transport.onClose(() => end(localError('rpc.closed')))
  transport.send({ type: 'hello', protocol: PROTOCOL_VERSION, ...hello })

  return {
    rpc: domains(call),
    onEvent: (listener) => subscribe(eventListeners, listener),
    onClose(listener) {
      if (ended) listener(ended)
      return subscribe(closeListeners, listener)
    },
    ready: ready.promise,
    close: () => end(localError('rpc.closed')),
  }
}

/** `rpc.domain.method(input)` → `call('domain.method', input)`; names are checked by the compiler and again by the host. */
function domains(call: (method: string, input: unknown, options?: CallOptions) => Promise<unknown>): RpcClient {
  return named((domain) =>
    named((name) => (input: unknown, options?: CallOptions) => call(`${domain}.${name}`, input, options)),
  ) as unknown as RpcClient
}

function named(make: (name: string) => unknown): object {
  const made = new Map<string, unknown>()
  return new Proxy(Object.freeze({}), {
    get(_, name) {
      // `then` would make `await rpc` a call; symbols are asked for by loggers and test tools.
      if (typeof name === 'symbol' || name === 'then') return undefined
      if (!made.has(name)) made.set(name, make(name))
      return made.get(name)
    },
  })
}

function subscribe<T>(listeners: Set<(value: T) => void>, listener: (value: T) => void): () => void {
  // Wrapped, so that one function registered twice is two registrations.
  const entry = (value: T): void => listener(value)
  listeners.add(entry)
  return () => void listeners.delete(entry)
}

function localError(code: ErrorCode, params: Record<string, string> = {}): RpcError {
  const { what, fix } = errorText(code, params, 'en')
  return new RpcError({ code, message: what, fix, params })
}
