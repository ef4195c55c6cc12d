import type { FileTickets } from '../../core/app/types.ts'
import { AppError, toWireError } from '../../core/contract/errors.ts'
import { pageHeaders } from '../../core/platform/page.ts'

/** One GET or PUT on a ticket's path. The ticket is the permission: without a valid one the answer is 401. */
export async function answerTicket(request: Request, tickets: FileTickets): Promise<Response> {
  const { pathname } = new URL(request.url)
  try {
    if (request.method === 'PUT')
      return Response.json(await tickets.put(pathname, await readBody(request, tickets.maxBytes(pathname))), { headers: NOT_KEPT })
    if (request.method === 'GET') {
      const media = await tickets.media(pathname)
      const [body, type] = media ? [media.bytes, media.type] : [await tickets.get(pathname), TEXT]
      return new Response(body, { headers: { ...NOT_KEPT, 'content-type': type } })
    }
    return new Response(null, { status: 405, headers: NOT_KEPT })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return Response.json(toWireError(error), { status: statusOf(error), headers: NOT_KEPT })
  }
}

/** Others wrote these bytes: shown as a page they could do what the page can. */
const NOT_KEPT = { ...pageHeaders, 'cache-control': 'no-store' }
const TEXT = 'text/plain; charset=utf-8'

function statusOf({ code }: AppError): number {
  if (code === 'files.ticket_invalid') return 401
  return code === 'files.too_large' ? 413 : 400
}

async function readBody({ body }: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes)
      throw new AppError('files.too_large', { params: { name: 'upload', limit: `${Math.round(maxBytes / 1_048_576)} MB` } })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
