import type { ProviderConfig } from '../config/types.ts'
import type { Logger } from '../platform/platform.ts'
import { AppError } from '../contract/errors.ts'
import { createAnswerMeter } from './answer-size.ts'
import type { Assembler } from './assembler.ts'
import { classifyFailure, networkError } from './classify.ts'
import { isObject, parseJson } from './json.ts'
import { createLine, type Line } from './line.ts'
import type { WebRoute } from '../platform/index.ts'
import { createSseParser, type SseEvent } from './sse.ts'
import { ProviderError, type StreamEvent } from './types.ts'

export interface Exchange {
  readonly timeouts: ProviderConfig['timeouts']
  readonly route: WebRoute
  readonly log: Logger
  /** For messages: where the request goes. */
  readonly host: string
  /** Values that no message may repeat. */
  readonly secrets: readonly string[]
  /** Has the SDK build, sign and send the request through `line.fetch`. An `AppError` it throws leaves the stream as it is. */
  open(line: Line): Promise<Response>
  /** What to tell, when sending again can meet the refusal; undefined: it stands. */
  mend(error: ProviderError): Promise<readonly StreamEvent[] | undefined>
  /** Called once the answer has begun. */
  assembler(response: Response): Assembler
}

/** One request and its answer as events. Aborting ends it without a word; giving up the iterator frees its socket, even in the middle of a wait. */
export function respond(exchange: Exchange, signal: AbortSignal): AsyncIterable<StreamEvent> {
  return {
    [Symbol.asyncIterator]() {
      const abandon = new AbortController()
      const events = run(exchange, AbortSignal.any([signal, abandon.signal]))
      return {
        next: () => events.next(),
        return: () => {
          // A generator's own return() waits for its pending read; the abort ends that read.
          abandon.abort()
          return events.return(undefined)
        },
      }
    },
  }
}

async function* run(exchange: Exchange, signal: AbortSignal): AsyncGenerator<StreamEvent, undefined> {
  let goesOn = !signal.aborted
  while (goesOn) goesOn = yield* attempt(exchange, signal)
}

/** One sending; true: a refusal was met, and it is to be sent again. */
async function* attempt(exchange: Exchange, signal: AbortSignal): AsyncGenerator<StreamEvent, boolean> {
  const line = createLine({ timeouts: exchange.timeouts, route: exchange.route, signal })
  let assembler: Assembler | undefined
  try {
    const response = await unlessAborted(exchange.open(line), line.signal)
    await refuseOtherContent(response, line)
    assembler = exchange.assembler(response)
    yield* assemble(assembler, line)
    if (!assembler.isFinished()) throw new ProviderError('truncated', 'the answer ended before its last event', { retryable: true })
    return false
  } catch (error) {
    if (signal.aborted) return false
    const trouble = withoutSecrets(toProviderError(error, { line, exchange, hasBegun: assembler !== undefined }), exchange)
    const mended = assembler === undefined ? await exchange.mend(trouble) : undefined
    if (signal.aborted) return false
    if (mended) {
      yield* mended
      return true
    }
    exchange.log.log('warn', 'llm', 'request failed', {
      host: exchange.host,
      kind: trouble.kind,
      status: trouble.status,
      detail: trouble.message,
    })
    yield { type: 'error', error: trouble }
    return false
  } finally {
    line.close(assembler?.isFinished() ?? false)
  }
}

/** A key that is being asked for at the keychain must not hold up a stop. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

async function* assemble(assembler: Assembler, line: Line): AsyncGenerator<StreamEvent> {
  const parser = createSseParser()
  const measure = createAnswerMeter()
  for (let bytes = await line.read(); ; bytes = await line.read()) {
    for (const made of newest(madeFrom(assembler, bytes ? parser.push(bytes) : parser.end()))) {
      // The consumer may have aborted while it held the last event.
      if (line.signal.aborted) throw line.signal.reason
      measure(made)
      yield made
    }
    if (!bytes || assembler.isFinished()) return
  }
}

function* madeFrom(assembler: Assembler, events: readonly SseEvent[]): Generator<StreamEvent> {
  for (const event of events) {
    yield* assembler.push(event)
    if (assembler.isFinished()) return
  }
}

/** Of arguments that grew many times within the same bytes the last state is enough: megabytes of them come four characters at a time. */
function* newest(events: Iterable<StreamEvent>): Generator<StreamEvent> {
  let held: Extract<StreamEvent, { type: 'tool_preparing' }> | undefined
  try {
    for (const event of events) {
      if (held && !(event.type === 'tool_preparing' && event.toolCallId === held.toolCallId)) yield held
      held = event.type === 'tool_preparing' ? event : undefined
      if (!held) yield event
    }
  } catch (error) {
    // What came before the trouble was said all the same.
    if (held) yield held
    throw error
  }
  if (held) yield held
}

/** A gateway that answers 200 with a page or with one JSON object is not a stream. */
async function refuseOtherContent(response: Response, line: Line): Promise<void> {
  const type = response.headers.get('content-type') ?? ''
  if (/text\/html/i.test(type)) throw new ProviderError('protocol', 'the address answered with a web page')
  if (!/application\/json/i.test(type)) return
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = await line.read(); bytes && text.length < 256 * 1024; bytes = await line.read())
    text += decoder.decode(bytes, { stream: true })
  const body = parseJson(text)
  if (isObject(body) && body['error'] !== undefined) throw classifyFailure({ status: undefined, body, headers: response.headers })
  throw new ProviderError('protocol', 'the answer is not a stream')
}

interface Trouble {
  readonly line: Line
  readonly exchange: Exchange
  readonly hasBegun: boolean
}

function toProviderError(error: unknown, { line, exchange, hasBegun }: Trouble): ProviderError {
  if (line.signal.reason instanceof ProviderError) return line.signal.reason
  const ours = providerErrorIn(error)
  if (ours) return ours
  if (error instanceof AppError) throw error
  const refused = vendorRefusal(error, exchange.host)
  if (refused) return refused
  const network = networkError(error, exchange.host)
  if (network && hasBegun) return new ProviderError('truncated', 'the connection broke off', { retryable: true, cause: error })
  if (network) return network
  // Neither the vendor nor the network: a bug of ours, which must not pass as theirs.
  throw error
}

/** The SDKs wrap what the line throws. */
function providerErrorIn(error: unknown): ProviderError | undefined {
  for (let current = error; current instanceof Error; current = current.cause) if (current instanceof ProviderError) return current
  return undefined
}

/** Both SDKs throw their APIError with the status, the parsed body and the headers of a refusal. */
function vendorRefusal(error: unknown, host: string): ProviderError | undefined {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined
  const headers = 'headers' in error && error.headers instanceof Headers ? error.headers : undefined
  const body = 'error' in error && error.error !== undefined ? error.error : error.message.replace(/^\d{3} /, '')
  return classifyFailure({ status: error.status, body, host, ...(headers ? { headers } : {}) })
}

function withoutSecrets(error: ProviderError, { secrets }: Exchange): ProviderError {
  const message = secrets.filter((secret) => secret.length >= 8).reduce((text, secret) => text.replaceAll(secret, '…'), error.message)
  if (message === error.message) return error
  const { kind, status, retryAfterMs, retryable } = error
  return new ProviderError(kind, message, {
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    retryable,
  })
}
