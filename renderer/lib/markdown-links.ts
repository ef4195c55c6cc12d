/** An address a person may be sent to, in the letters a machine reads (punycode), and where it leads. Anything else stays text. */
export interface SafeLink {
  readonly href: string
  /** Host and port, or the mail address. */
  readonly host: string
}

export function safeLink(address: string): SafeLink | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.protocol === 'mailto:') return { href: url.href, host: url.pathname }
  return url.protocol === 'http:' || url.protocol === 'https:' ? { href: url.href, host: url.host } : undefined
}

/** The words of a link say themselves where it leads, in the very letters. */
export function saysWhereTo(words: string, { href, host }: SafeLink): boolean {
  const said = words.trim()
  return (
    [href, href.replace(/\/$/, ''), href.replace(/^mailto:/, ''), host].includes(said) && !href.slice(0, href.indexOf(host)).includes('@')
  )
}

/** A code span that names a file: `src/a.ts`, `src/a.ts:12`, `a.ts:12`. */
export function fileOf(text: string): { readonly path: string; readonly line: number } | undefined {
  const [, path, line] = /^((?:\.{0,2}\/)?(?:[\w@.+-]+\/)*[\w@.+-]+\.[A-Za-z]\w{0,9})(?::(\d{1,7}))?(?::\d+)?$/.exec(text) ?? []
  if (path === undefined || (line === undefined && !path.includes('/'))) return undefined
  return { path, line: Number(line ?? 1) }
}
