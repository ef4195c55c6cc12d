import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError, toWireError, wireError, type WireError } from '../contract/errors.ts'
import type { DropResult } from '../contract/sessions.ts'

/** Answers the tickets of `files.ticket`. */
export interface FileTickets {
  put(path: string, bytes: Uint8Array): Promise<DropResult>
  get(path: string): Promise<string>
  media(path: string): Promise<{ readonly type: string; readonly bytes: Uint8Array } | undefined>
  maxBytes(path: string): number
}

/** One GET or PUT on a ticket's path. The ticket, valid once and for a minute, is the permission; without a valid one it is 401. */
export async function answerTicket(path: string, request: IncomingMessage, tickets: FileTickets): Promise<TicketAnswer> {
  try {
    if (request.method === 'PUT') return json(200, await tickets.put(path, await readBody(request, tickets.maxBytes(path))))
    if (request.method === 'GET') {
      const media = await tickets.media(path)
      return media ? { status: 200, type: media.type, body: media.bytes } : { status: 200, type: TEXT, body: await tickets.get(path) }
    }
    return json(405, wireError('files.ticket_invalid'))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return json(statusOf(error), toWireError(error))
  }
}

export interface TicketAnswer {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array
}

const TEXT = 'text/plain; charset=utf-8'

export function sendAnswer(
  response: ServerResponse,
  { status, type, body }: TicketAnswer,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { ...headers, 'content-type': type, 'cache-control': 'no-store' }).end(body)
}

function json(status: number, value: DropResult | WireError): TicketAnswer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) }
}

function statusOf(error: AppError): number {
  if (error.code === 'files.ticket_invalid') return 401
  return error.code === 'files.too_large' ? 413 : 400
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > maxBytes)
      throw new AppError('files.too_large', { params: { name: 'upload', limit: `${Math.round(maxBytes / 1_048_576)} MB` } })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
