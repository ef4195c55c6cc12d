import type { McpEntryForm } from '../../../core/contract/mcp-install.ts'

/** It says what to start or to reach. */
export function isFilled({ type, command, url }: McpEntryForm): boolean {
  return (type === 'stdio' ? command : url).trim() !== ''
}
