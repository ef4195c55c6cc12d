/** What a `mewcode://` link may ask for. Each is only shown: nothing happens before a person presses something. */
export type Link =
  | { readonly kind: 'skill'; readonly source: string }
  | { readonly kind: 'mcp'; readonly text: string }
  | { readonly kind: 'project'; readonly path: string }

/** Any page can make a link; one that fills a screen is not meant well. */
const MAX_LENGTH = 16_384
/** No folder of a Mac has a longer one, and a box of the system shows it whole. */
const LONGEST_PATH = 1_024

/** Reads `mewcode://install-skill?source=…`, `mewcode://add-mcp?config=…`, `mewcode://open?path=…`; undefined for all else. */
export function readLink(address: string): Link | undefined {
  if (address.length > MAX_LENGTH || !URL.canParse(address)) return undefined
  const { protocol, host, pathname, searchParams } = new URL(address)
  if (protocol !== 'mewcode:' || (pathname !== '' && pathname !== '/')) return undefined
  const value = (name: string): string => searchParams.get(name)?.trim() ?? ''
  if (host === 'install-skill' && isPlain(value('source'))) return { kind: 'skill', source: value('source') }
  if (host === 'add-mcp' && isPlain(value('config').replaceAll(/[\n\t]/g, ' '))) return { kind: 'mcp', text: value('config') }
  if (host === 'open' && isLocalFolder(value('path'))) return { kind: 'project', path: value('path') }
  return undefined
}

function isPlain(text: string): boolean {
  // Control signs and marks that turn the direction of writing show something else than is there.
  return text !== '' && !/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text)
}

/** Absolute, and of this machine: `\\server\share` would sign in to a server by being looked at. It is shown whole. */
function isLocalFolder(path: string): boolean {
  return path.length <= LONGEST_PATH && isPlain(path) && (/^\/(?!\/)/.test(path) || /^[A-Za-z]:[\\/]/.test(path))
}
