/** Scheme of the product's own pages. Links the system hands us are `mewcode://` and never reach a page. */
export const APP_SCHEME = 'mewcode-app'
export const APP_URL = `${APP_SCHEME}://app/`

/** Whether this address is a page of ours. By parts, never by prefix: `mewcode-app://app.evil/` and `mewcode-app://app@evil/` are not. */
export function isOwnPage(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  return protocol === `${APP_SCHEME}:` && host === 'app' && username === '' && password === ''
}

/** The address as it may leave for the system's browser or mail program; undefined for anything else. */
export function externalAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}
