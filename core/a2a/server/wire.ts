import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** What a failure is on the wire. */
export interface Failure {
  readonly status: number
  readonly body: unknown
}

export interface EventWire<E> {
  readonly fail: (error: unknown) => Failure
  readonly heads: Readonly<Record<string, string>>
  readonly format: (event: E) => string
  readonly formatError: (error: unknown) => string
}

/** A stream of events; what fails before anything was said is an answer and no stream. A client that goes away ends it and nothing else. */
export async function sendEvents<E>(
  response: ServerResponse,
  events: AsyncGenerator<E>,
  { fail, heads, format, formatError }: EventWire<E>,
): Promise<void> {
  const gone = once(response, 'close').then(() => ({ done: true, value: undefined }) as const)
  const next = () => Promise.race([events.next(), gone])
  try {
    let event = await next()
    if (response.destroyed) return
    response.writeHead(200, { ...heads })
    for (; !event.done; event = await next()) {
      // A client that does not read is waited for, and not piled up for.
      if (!response.write(format(event.value))) await Promise.race([once(response, 'drain'), gone])
    }
  } catch (error) {
    const { status, body } = fail(error)
    if (!response.headersSent) return sendJson(response, body, status)
    response.write(formatError(body))
  } finally {
    void events.return(undefined)
    response.end()
  }
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body))
}

/** Undefined: no object in JSON. */
export function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
