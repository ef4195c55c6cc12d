import type { ServerResponse } from 'node:http'
import type { ModelStep } from './types.ts'
import type { Frame } from './wire.ts'

/** Writes the frames as the step says: held at its gates, cut or hanging where it wants. Ends early when the client has gone. */
export async function writeFrames(response: ServerResponse, frames: readonly Frame[], step: ModelStep): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', ...step.headers })
  response.flushHeaders()
  const gateAt = gatePosition(frames)
  const end = Math.min(step.cutAfter ?? frames.length, frames.length)
  for (const [index, { text }] of frames.slice(0, end).entries()) {
    if (index === gateAt) await unlessGone(response, step.gate)
    await unlessGone(response, step.before?.(index))
    if (response.destroyed) return
    await write(response, dressed(text, step), step.oneByte ?? false)
  }
  if (step.hang === 'stream') return
  if (step.destroy && end < frames.length) response.destroy()
  else response.end()
}

function dressed(text: string, { crlf, comments }: ModelStep): string {
  const whole = comments ? `: keep-alive\n${text}` : text
  return crlf ? whole.replaceAll('\n', '\r\n') : whole
}

/** After the first piece of text; without one, after the opening. */
function gatePosition(frames: readonly Frame[]): number {
  return (
    Math.max(
      frames.findIndex((frame) => frame.isPiece),
      0,
    ) + 1
  )
}

async function write(response: ServerResponse, text: string, oneByte: boolean): Promise<void> {
  const writes = oneByte ? [...Buffer.from(text)].map((byte) => Buffer.of(byte)) : [text]
  for (const bytes of writes) {
    // Each waits for the one before: joined bytes would be one packet, and a connection torn down loses what still waits.
    await new Promise((resolve) => response.write(bytes, resolve))
  }
}

/** Waits for the promise, but not longer than the client stays. */
export async function unlessGone(response: ServerResponse, promise: Promise<unknown> | undefined): Promise<void> {
  if (!promise) return
  const gone = Promise.withResolvers<void>()
  response.once('close', gone.resolve)
  await Promise.race([promise, gone.promise])
  response.off('close', gone.resolve)
}
