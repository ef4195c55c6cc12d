import { pageHeaders, readPageFile } from '../../core/platform/page.ts'
import { isOwnPage } from './origin.ts'

export interface AppProtocolDeps {
  /** The built page's folder, absolute. */
  readonly rendererDir: string
  /** Answers `/files/…`: the bytes behind a ticket. */
  readonly files: (request: Request) => Promise<Response>
}

/** Answers `mewcode-app://app/…`: the built page, and the bytes behind file tickets. */
export function createAppProtocol({ rendererDir, files }: AppProtocolDeps): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!isOwnPage(request.url)) return refusal(404)
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/files/')) return await files(request)
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405)
    const file = await readPageFile(rendererDir, pathname)
    if (!file) return refusal(404)
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(file.bytes), { headers: file.headers })
  }
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: pageHeaders })
}
