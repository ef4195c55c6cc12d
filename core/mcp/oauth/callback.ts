import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AppError } from '../../contract/errors.ts'

/** How long a person may take in the browser. */
const PATIENCE_MS = 5 * 60_000

/** Listens on this machine for the browser to come back. */
export interface Callback {
  readonly redirectUri: string
  /** The parameters of the first answer. `AppError('mcp.sign_in_timeout')`; rejects with the signal's reason after an abort. */
  answer(signal: AbortSignal): Promise<URLSearchParams>
  close(): void
}

/** `wanted`: the address a client is registered with; another port is taken where that one is not free. */
export async function listenForCallback(wanted: string | undefined): Promise<Callback> {
  const answered = Promise.withResolvers<URLSearchParams>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const isAnswer =
      request.method === 'GET' && url.pathname === '/callback' && (url.searchParams.has('code') || url.searchParams.has('error'))
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', connection: 'close' }
    if (!isAnswer) return void response.writeHead(404, headers).end()
    response.writeHead(200, { ...headers, 'content-security-policy': "default-src 'none'", 'referrer-policy': 'no-referrer' }).end(PAGE)
    answered.resolve(url.searchParams)
  })
  await listen(server, wanted === undefined ? 0 : Number(new URL(wanted).port))
  const address = server.address()
  return {
    redirectUri: `http://127.0.0.1:${portOf(address)}/callback`,
    async answer(signal) {
      const ended = new AbortController()
      const late = setTimeout(
        () => ended.abort(new AppError('mcp.sign_in_timeout', { params: { minutes: PATIENCE_MS / 60_000 } })),
        PATIENCE_MS,
      )
      const over = AbortSignal.any([signal, ended.signal])
      try {
        return await Promise.race([answered.promise, aborted(over)])
      } finally {
        clearTimeout(late)
      }
    },
    close() {
      server.close()
      server.closeIdleConnections()
    },
  }
}

/** What the person sees in the browser; whether it worked is said in the window. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>MewCode</title>
<p lang="en">MewCode has the answer. You can close this page.</p>
<p lang="zh-CN">MewCode 已收到结果，可以关闭本页。</p>`

function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (port === 0 ? reject(error) : resolve(listen(server, 0))))
    server.listen(port, '127.0.0.1', resolve)
  })
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === 'object' && address !== null) return address.port
  throw new Error('The listener for the browser has no port.')
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
