import { createHash } from 'node:crypto'

/** What every vendor takes for a tool's name. */
const MAX_CHARS = 64

/**
 * `mcp__server__tool`, as vendors take it. A name that had to be changed ends in a hash of what it was, so that two of them
 * never meet and each is the same whatever else the server offers.
 */
export function fullToolName(server: string, tool: string): string {
  const prefix = `mcp__${server}__`
  const plain = tool.replaceAll(/[^A-Za-z0-9_-]/g, '_')
  if (plain === tool && prefix.length + plain.length <= MAX_CHARS) return prefix + plain
  const mark = `_${createHash('sha256').update(tool).digest('hex').slice(0, 8)}`
  return prefix + plain.slice(0, MAX_CHARS - prefix.length - mark.length) + mark
}
