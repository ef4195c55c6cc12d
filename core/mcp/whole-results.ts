import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'

/** A result that does not say whether it is whole is whole; the library would throw it away. For servers of the newest protocol. */
export function completeResults(transport: Transport): void {
  const { onmessage } = transport
  transport.onmessage = (message, extra) => onmessage?.(completed(message), extra)
}

function completed(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || 'resultType' in message.result) return message
  return { ...message, result: { ...message.result, resultType: 'complete' } }
}
