import { contract, type RpcHandlers } from '../contract/index.ts'
import { wireError, redactedError, toWireError, AppError } from '../contract/errors.ts'
import type { WireError } from '../contract/errors.ts'
import { HostEvent } from '../contract/events.ts'
import type { AppEvent, SessionEvent } from '../contract/events.ts'
import { ClientFrame } from '../contract/frames.ts'
import type { HelloFrame, HostFrame } from '../contract/frames.ts'
import type { Caller, CallContext, Method } from '../contract/method.ts'
import { CONNECTION_ID, MAX_FRAME_BYTES, MAX_HOST_FRAME_BYTES, PROTOCOL_VERSION } from '../contract/protocol.ts'
import { measure } from './measure.ts'

/** What a connection needs of the core. */
export interface RpcTarget {
  readonly handlers: RpcHandlers
  readonly windows: {
    sees(windowId: string, event: SessionEvent | AppEvent): boolean
    detach(windowId: string): void
  }
  onEvent(listener: (event: SessionEvent | AppEvent) => void): () => void
  /** Takes what looks like a secret out of an error's words. */
  redact(text: string): string
}

export interface ConnectionOptions {
  readonly core: RpcTarget
  /** Who is at the other end. Hosts that know it from the transport ignore the frame; an `AppError` refuses the connection. */
  readonly resolveHello: (hello: HelloFrame) => Caller
  /** `json` is the frame as text, for transports that send text. */
  readonly send: (frame: HostFrame, json: string) => void
  /** The connection ended itself (bad greeting, malformed frame); the transport closes. Not called after `close()`. */
  readonly onEnd: (reason: WireError) => void
  readonly appVersion: string
  /** Called for faults of our own, which the other side sees as `internal`. */
  readonly onBug: (error: unknown, method: string) => void
  /** Check answers and events against the contract too; for tests and development. */
  readonly parseOutput?: boolean
}

export interface Connection {
  /** Anything that came from the other side. */
  receive(frame: unknown): void
  /** Aborts its calls and forgets what its window had opened; turns go on. */
  close(): void
}

type Handler = (input: unknown, context: CallContext) => Promise<unknown>

/** Answers one client: a greeting each way, then calls, cancels and the events its window may see. */
export function serveConnection(options: ConnectionOptions): Connection {
  const { core, appVersion, onBug, parseOutput = false } = options
  const running = new Map<number, AbortController>()
  let caller: Caller | undefined
  let stopEvents: (() => void) | undefined
  let closed = false

  function receive(raw: unknown): void {
    if (closed) return
    const parsed = ClientFrame.safeParse(raw)
    if (!parsed.success) return end(wireError('rpc.invalid_frame'))
    const frame = parsed.data
    if (frame.type === 'hello') return greet(frame)
    if (!caller) return end(wireError('rpc.invalid_frame'))
    if (frame.type === 'cancel') return running.get(frame.id)?.abort()
    if (frame.id <= CONNECTION_ID || running.has(frame.id)) return end(wireError('rpc.invalid_frame'))
    void answer(frame.id, frame.method, frame.input, caller)
  }

  function greet(hello: HelloFrame): void {
    if (caller) return end(wireError('rpc.invalid_frame'))
    if (hello.protocol !== PROTOCOL_VERSION) {
      return end(wireError('rpc.protocol', { theirs: String(hello.protocol), ours: String(PROTOCOL_VERSION) }))
    }
    try {
      caller = options.resolveHello(hello)
    } catch (error) {
      if (!(error instanceof AppError)) onBug(error, 'hello')
      return end(toWireError(error))
    }
    const { windowId } = caller
    send({ type: 'hello', protocol: PROTOCOL_VERSION, appVersion })
    stopEvents = core.onEvent((event) => {
      if (core.windows.sees(windowId, event)) sendEvent(event)
    })
  }

  async function answer(id: number, name: string, input: unknown, from: Caller): Promise<void> {
    const controller = new AbortController()
    running.set(id, controller)
    const result = await run(name, input, { signal: controller.signal, caller: from })
    running.delete(id)
    // The client has forgotten a call it cancelled.
    if (closed || controller.signal.aborted) return
    send('error' in result ? { type: 'error', id, error: result.error } : { type: 'ok', id, output: result.output })
  }

  async function run(name: string, input: unknown, context: CallContext): Promise<{ output: unknown } | { error: WireError }> {
    try {
      const size = measure(input, MAX_FRAME_BYTES)
      if (size === 'not JSON') throw invalidInput(name, { path: [], message: size })
      if (size === 'too large' || bytesOf(input) > MAX_FRAME_BYTES) throw new AppError('rpc.too_large', { params: { method: name } })
      const { definition, handler } = lookUp(core.handlers, name)
      const parsed = definition.input.safeParse(input)
      if (!parsed.success) throw invalidInput(name, parsed.error.issues[0])
      const output = await handler(parsed.data, context)
      return { output: parseOutput ? definition.output.parse(output) : output }
    } catch (error) {
      if (!(error instanceof AppError) && !context.signal.aborted) onBug(error, name)
      return { error: redactedError(toWireError(error), core.redact) }
    }
  }

  function sendEvent(event: SessionEvent | AppEvent): void {
    if (parseOutput) HostEvent.parse(event)
    send({ type: 'event', event })
  }

  function send(frame: HostFrame): void {
    const json = JSON.stringify(frame)
    if (json.length * 3 <= MAX_HOST_FRAME_BYTES || Buffer.byteLength(json) <= MAX_HOST_FRAME_BYTES) return options.send(frame, json)
    // An error repeats what it was given; unanswered, the call would wait for ever.
    if (frame.type === 'ok' || frame.type === 'error')
      return send({ type: 'error', id: frame.id, error: wireError('rpc.too_large', { method: 'answer' }) })
    // Left out, the event is a gap, and the window opens the session anew.
    onBug(new Error(`A frame of ${json.length} characters was not sent`), frame.type)
  }

  function end(reason: WireError): void {
    send({ type: 'error', id: CONNECTION_ID, error: reason })
    close()
    options.onEnd(reason)
  }

  function close(): void {
    if (closed) return
    closed = true
    stopEvents?.()
    for (const controller of running.values()) controller.abort()
    running.clear()
    if (caller) core.windows.detach(caller.windowId)
  }

  return { receive, close }
}

/** By own property only: `__proto__.toString` or `constructor.name` are no methods. */
function lookUp(handlers: RpcHandlers, name: string): { definition: Method; handler: Handler } {
  const [domain = '', method = '', ...rest] = name.split('.')
  const definition = ownValue(ownValue(contract, domain), method)
  const handler = ownValue(ownValue(handlers, domain), method)
  if (rest.length > 0 || definition === undefined || handler === undefined) {
    throw new AppError('rpc.unknown_method', { params: { method: name } })
  }
  // The contract table and `Handlers<typeof contract>` say so; the name came from outside.
  return { definition: definition as Method, handler: handler as Handler }
}

function ownValue(owner: unknown, name: string): unknown {
  return typeof owner === 'object' && owner !== null && Object.hasOwn(owner, name) ? (owner as Record<string, unknown>)[name] : undefined
}

function bytesOf(value: unknown): number {
  const json = JSON.stringify(value) ?? ''
  return json.length * 3 <= MAX_FRAME_BYTES ? json.length : Buffer.byteLength(json)
}

function invalidInput(method: string, issue: { path: PropertyKey[]; message: string } | undefined): AppError {
  const field = issue?.path.map(String).join('.') || 'input'
  return new AppError('rpc.invalid_input', { params: { method, field, problem: issue?.message ?? '' } })
}
