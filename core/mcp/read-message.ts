import { parseJSONRPCMessage, type JSONRPCMessage } from '@modelcontextprotocol/client'

/** A line as a message, as noise, or as noise with a message stuck to its end. An empty line is neither. */
export function readMessage(text: string): { message?: JSONRPCMessage; noise?: string } {
  const line = text.replace(/^\uFEFF/, '').trim()
  if (line === '') return {}
  const whole = parse(line)
  if (whole) return { message: whole }
  const glued = line.indexOf('{"jsonrpc"', 1)
  const message = glued < 0 ? undefined : parse(line.slice(glued))
  return { noise: message ? line.slice(0, glued) : line, ...(message && { message }) }
}

function parse(text: string): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(JSON.parse(text))
  } catch {
    return undefined
  }
}
