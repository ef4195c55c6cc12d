import { parseAny } from './parse-any.ts'
import { readServers } from './read-servers.ts'
import { readEntry } from './read-entry.ts'
import type { Found } from './types.ts'

/**
 * A link that installs a server, ours or another editor's: `mewcode://mcp/install?name=…&config=…`,
 * `cursor://anysphere.cursor-deeplink/mcp/install?…`, `vscode:mcp/install?{…}`, and the pages that redirect to them.
 * Undefined: no such link.
 */
export function readLink(text: string): readonly Found[] | undefined {
  if (/\s/.test(text)) return undefined
  const inEditor = /^(?:vscode|vscode-insiders|code-oss):(?:\/\/)?mcp\/install\?(.+)$/.exec(text)
  if (inEditor) return fromValue(undefined, decoded(inEditor[1] ?? ''))
  const url = URL.parse(text)
  if (!url || !isInstall(url)) return undefined
  const name = url.searchParams.get('name') ?? undefined
  const config = url.searchParams.get('config')
  if (config === null) return readPlain(name, url.searchParams)
  return fromValue(name, fromBase64(config) ?? config)
}

function isInstall({ protocol, host, pathname }: URL): boolean {
  const path = `${host}${pathname}`.replace(/\/$/, '')
  if (protocol === 'mewcode:') return path === 'mcp/install'
  if (protocol === 'cursor:') return path.endsWith('mcp/install')
  return (
    /^https?:$/.test(protocol) &&
    [
      'cursor.com/install-mcp',
      'www.cursor.com/install-mcp',
      'insiders.vscode.dev/redirect/mcp/install',
      'vscode.dev/redirect/mcp/install',
    ].includes(path)
  )
}

/** Without a `config`: the entry's own keys as the query. */
function readPlain(name: string | undefined, query: URLSearchParams): readonly Found[] {
  const one = (key: string): Record<string, string> => (query.has(key) ? { [key]: query.get(key) ?? '' } : {})
  const args = query.getAll('arg')
  const env = Object.fromEntries(query.getAll('env').map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)]))
  const found = readEntry(name, { ...one('type'), ...one('url'), ...one('command'), args, env })
  return found ? [found] : []
}

function fromValue(name: string | undefined, text: string): readonly Found[] {
  const value = parseAny(text)
  const found = readEntry(name, value)
  if (!found) return readServers(value)
  const own = typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string' ? value.name : undefined
  return name === undefined && own !== undefined ? readServers(value) : [found]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not encoded at all.
    return text
  }
}

function fromBase64(text: string): string | undefined {
  const plain = text.replaceAll(' ', '+')
  if (!/^[\w+/-]+=*$/.test(plain)) return undefined
  const bytes = Buffer.from(plain, 'base64').toString('utf8')
  return bytes.trimStart().startsWith('{') ? bytes : undefined
}
