import type { ToolSpec } from '../llm/types.ts'

/** The server answers a wrong call with what is wrong. */
const MAX_CHARS = 2_000

/** How a tool that does not stand in `tools` is told of. */
export function toolLine({ name, description, inputSchema }: ToolSpec): string {
  const line = `- ${name}: ${description.replaceAll(/\s+/g, ' ')} Arguments: ${JSON.stringify(inputSchema)}`
  return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS).toWellFormed()}…` : line
}
