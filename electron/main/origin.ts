/** Scheme of the product's own pages. Links the system hands us are `mewcode://` and never reach a page. */
export const APP_SCHEME = 'mewcode-app'
export const APP_URL = `${APP_SCHEME}://app/`

/** Whether this address is a page of ours. By parts, never by prefix: `mewcode-app://app.evil/` and `mewcode-app://app@evil/` are not. */
export function isOwnPage(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  return protocol === `${APP_SCHEME}:` && host === 'app' && username === '' && password === ''
}

/** What no browser's and no mail program's address needs. */
const LONGEST = 8_192
/** Names of the net are no longer. */
const LONGEST_NAME = 253
/** Some mail programs attach files of the disk that a link names. */
const MAIL_HEADERS: ReadonlySet<string> = new Set(['bcc', 'body', 'cc', 'in-reply-to', 'subject', 'to'])

/** The address as it may leave for the system's browser or mail program; undefined for anything else. */
export function externalAddress(address: string): string | undefined {
  if (address.length > LONGEST || !URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.href.length > LONGEST) return undefined
  if (url.protocol === 'mailto:') return isPlainMail(url) ? url.href : undefined
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.hostname.length > LONGEST_NAME) return undefined
  // `https://bank.example@evil.example/` reads like the bank's.
  return url.username === '' && url.password === '' ? url.href : undefined
}

/** What fits into a box of the system, buttons included. */
const SHOWN_CHARS = 500
const SHOWN_END_CHARS = 120

/** A web or mail address as a box shows it: a long one without its middle, its host always whole. */
export function shownAddress(address: string): string {
  if (address.length <= SHOWN_CHARS) return address
  // A host is shorter than what is kept of the beginning.
  return `${address.slice(0, SHOWN_CHARS - SHOWN_END_CHARS)} … ${address.slice(-SHOWN_END_CHARS)}`
}

function isPlainMail({ searchParams }: URL): boolean {
  return [...searchParams.keys()].every((name) => MAIL_HEADERS.has(name.toLowerCase()))
}
