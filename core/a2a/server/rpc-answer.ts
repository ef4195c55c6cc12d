import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readObject, sendEvents, sendJson, type Failure } from './wire.ts'

type Answer = (body: string, request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Answers one JSON-RPC request: by its method it is one of 1.0 or of 0.3. A client that goes away ends its stream and nothing else. */
export async function createRpcAnswer(handler: A2ARequestHandler): Promise<Answer> {
  const [sdk, server, legacyServer, legacy] = await Promise.all([
    import('@a2a-js/sdk'),
    import('@a2a-js/sdk/server'),
    import('@a2a-js/sdk/compat/v0_3/server'),
    import('@a2a-js/sdk/compat/v0_3'),
  ])
  const modern = new server.JsonRpcTransportHandler(handler)
  const older = new legacyServer.LegacyJsonRpcTransportHandler(handler)

  return async (text, request, response) => {
    const body = readObject(text)
    if (!body) return sendJson(response, { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Invalid JSON payload.' } })
    const isModern = legacy.isV1JsonRpcMethod(body['method'])
    const version = request.headers['a2a-version']?.toString() ?? (isModern ? '1.0' : '0.3')
    const context: ServerCallContext = new server.ServerCallContext({ requestedVersion: version })
    // JSON-RPC tells of a failure in its answer, not by the status.
    const fail = (error: unknown): Failure => ({
      status: 200,
      body: {
        jsonrpc: '2.0',
        id: typeof body['id'] === 'string' || typeof body['id'] === 'number' ? body['id'] : null,
        error: isModern
          ? server.JsonRpcTransportHandler.mapToJSONRPCError(error)
          : legacyServer.LegacyJsonRpcTransportHandler.mapToLegacyJSONRPCError(error),
      },
    })
    try {
      server.validateVersion(version, await handler.getAgentCard(), 'JSONRPC')
      const answer = await (isModern ? modern : older).handle(body, context)
      if (!(Symbol.asyncIterator in answer)) return sendJson(response, answer)
      await sendEvents(response, answer, { fail, heads: sdk.SSE_HEADERS, format: sdk.formatSSEEvent, formatError: sdk.formatSSEErrorEvent })
    } catch (error) {
      sendJson(response, fail(error).body)
    }
  }
}
