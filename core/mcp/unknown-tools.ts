import { matchesStars } from '../base/star-match.ts'

/** A configured server, and the full names of what it lists; undefined: it is not ready, and nobody knows. */
export interface ListedServer {
  readonly name: string
  readonly tools: readonly string[] | undefined
}

/**
 * Of written names (`mcp__server`, `mcp__server__tool`, `*` in the tool's part) those that nothing stands behind: no server is
 * called so, or it is ready and has no such tool. One that is not ready may have it yet.
 */
export function unknownTools(names: readonly string[], servers: readonly ListedServer[]): string[] {
  return names.filter((name) => {
    const server = servers.filter((one) => isOf(name, one.name)).sort((a, b) => b.name.length - a.name.length)[0]
    if (!server) return true
    if (name === `mcp__${server.name}` || server.tools === undefined) return false
    return !server.tools.some((tool) => matchesStars(name, tool))
  })
}

function isOf(name: string, server: string): boolean {
  return name === `mcp__${server}` || name.startsWith(`mcp__${server}__`)
}
