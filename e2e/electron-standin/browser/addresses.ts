/** A privileged scheme's page lives under an https origin here: Chromium learns of new schemes only when it is built. */
export function toChromium(url: string): string {
  const { protocol, host, pathname, search, hash } = new URL(url)
  if (['http:', 'https:', 'file:', 'about:'].includes(protocol)) return url
  return `https://${host}.${protocol.slice(0, -1)}.invalid${pathname}${search}${hash}`
}

export function toElectron(url: string): string {
  if (!URL.canParse(url)) return url
  const { host, pathname, search, hash } = new URL(url)
  const own = /^([^.]+)\.([\w-]+)\.invalid$/.exec(host)
  return own ? `${own[2]}://${own[1]}${pathname}${search}${hash}` : url
}
