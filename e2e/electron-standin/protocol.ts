import type * as Electron from 'electron'
import { honest } from './honest.ts'
import type { Answer, AppSide } from './wire.ts'

const schemes = new Map<string, Electron.Privileges>()
const handlers = new Map<string, (request: Request) => Response | Promise<Response>>()
let isReady = false

export function protocolIsReady(): void {
  isReady = true
}

export const protocol = honest('protocol', {
  registerSchemesAsPrivileged(entries: Electron.CustomScheme[]): void {
    if (isReady) throw new Error('Schemes are registered before the app is ready')
    for (const { scheme, privileges } of entries) schemes.set(scheme, privileges ?? {})
  },
  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void {
    if (!isReady) throw new Error('A protocol is handled after the app is ready')
    handlers.set(scheme, handler)
  },
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>)

/** The answer of the app's own protocol; `standard` and `secure` are what makes a page of it a page. */
export async function answerProtocol({ url, method, headers, body }: Parameters<AppSide['protocol']>[0]): Promise<Answer> {
  const scheme = new URL(url).protocol.slice(0, -1)
  const handler = handlers.get(scheme)
  if (!handler) throw new Error(`Nobody handles ${url}`)
  if (!schemes.get(scheme)?.standard || !schemes.get(scheme)?.secure) throw new Error(`${scheme} is not a standard, secure scheme`)
  const plain = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')))
  const response = await handler(new Request(url, { method, headers: plain, ...(body && { body: Buffer.from(body) }) }))
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer()),
  }
}
