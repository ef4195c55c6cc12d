import type { McpEntry } from './mcp.ts'

const SCHEME = 'keychain:'

/**
 * What an entry wants of the keychain and may not have: a server gets `keychain:mcp:<its own name>` and what lies below that,
 * nobody else's. Undefined: nothing. `isTaken`: a server of the user has the name, hence the secrets.
 */
export function foreignSecret(name: string, entry: McpEntry, isTaken: boolean): string | undefined {
  const own = `${SCHEME}mcp:${name}`
  const values = Object.values((entry.type === 'stdio' ? entry.env : entry.headers) ?? {})
  return values.find((value) => value.startsWith(SCHEME) && (isTaken || !(value === own || isBelow(value, own))))
}

function isBelow(value: string, own: string): boolean {
  return value.startsWith(`${own}:`) && /^[A-Za-z0-9_.-]+$/.test(value.slice(own.length + 1))
}
