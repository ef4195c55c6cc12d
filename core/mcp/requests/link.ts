/** An address that a person may be asked to open; undefined: it is refused unseen. */
export function readLink(address: string): { url: string; host: string; isForeign: boolean } | undefined {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return undefined
  // In the clear only to this very machine: that is where local helpers sign people in.
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.has(url.hostname))) return undefined
  // A letter from another script is written as `xn--`, where it cannot pass for the one it looks like.
  return { url: url.href, host: url.host, isForeign: /(^|\.)xn--/.test(url.hostname) }
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
