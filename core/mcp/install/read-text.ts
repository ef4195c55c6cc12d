import { parseAny } from './parse-any.ts'
import { readCommandLine, type ReadWords } from './read-command-line.ts'
import { readLink } from './read-link.ts'
import { readServers } from './read-servers.ts'
import type { Found } from './types.ts'

/** Whatever describes MCP servers: a link, an address, a command line, JSON with comments, YAML or TOML. Empty: nothing of that. */
export async function readText(text: string, words: ReadWords): Promise<readonly Found[]> {
  const trimmed = text.trim()
  if (trimmed === '') return []
  const linked = readLink(trimmed)
  if (linked) return linked
  const described = readServers(parseAny(trimmed))
  if (described.length > 0) return described
  const isOneLine = !trimmed.replaceAll(/\\\r?\n/g, '').includes('\n')
  return isOneLine && !/^[{[]/.test(trimmed) ? readCommandLine(trimmed, words) : []
}
