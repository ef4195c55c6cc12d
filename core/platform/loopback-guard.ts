import { timingSafeEqual, createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Why a request is refused before anything looks at it; undefined: it may go on. */
export interface Refusal {
  readonly status: number
  readonly text: string
}

/**
 * The names a browser on this machine uses for us. Another `Host` is a name that was pointed at the loopback (DNS rebinding),
 * another `Origin` is a page of someone else.
 */
export function createGuard(port: number): (request: IncomingMessage) => Refusal | undefined {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`])
  const origins = new Set([...hosts].map((host) => `http://${host}`))
  return ({ headers }) => {
    if (!headers.host || !hosts.has(headers.host)) return { status: 421, text: 'Misdirected request' }
    if (headers.origin !== undefined && !origins.has(headers.origin)) return { status: 403, text: 'Foreign origin' }
    return undefined
  }
}

/** A page of someone else embeds or fetches us; browsers say so where they send no `Origin`. */
export function isForeignFetch({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Compares in a time that does not depend on where the texts differ. */
export function sameSecret(one: string, other: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}
