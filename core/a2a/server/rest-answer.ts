import type { Message, SendMessageRequest, StreamResponse, Task } from '@a2a-js/sdk'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readObject, sendEvents, sendJson, type Failure } from './wire.ts'

/** `route`: method and path below the base of the binding, as `GET /tasks/1`. False: there is no such route. */
type Answer = (route: string, body: string, request: IncomingMessage, response: ServerResponse) => Promise<boolean>

const TASK = /^(?:GET|POST) \/tasks\/([^/:]+)(?::\w+)?$/

/** Answers one request of the HTTP+JSON binding of protocol 1.0. */
export async function createRestAnswer(handler: A2ARequestHandler): Promise<Answer> {
  const [sdk, server, errors] = await Promise.all([import('@a2a-js/sdk'), import('@a2a-js/sdk/server'), import('@a2a-js/sdk/errors')])
  const fail = (error: unknown): Failure => {
    const status = errors.restStatusFor(error)
    return { status, body: errors.toRestErrorBody(error, status) }
  }
  const wire = {
    fail,
    heads: sdk.SSE_HEADERS,
    format: (event: StreamResponse) => sdk.formatSSEEvent(sdk.StreamResponse.toJSON(event)),
    formatError: sdk.formatSSEErrorEvent,
  }
  function messageIn(text: string): SendMessageRequest {
    const body = readObject(text)
    if (!body) throw new errors.RequestMalformedError('Invalid JSON payload.')
    return sdk.SendMessageRequest.fromJSON(body)
  }
  const sent = (value: Message | Task): unknown =>
    sdk.SendMessageResponse.toJSON({ payload: 'messageId' in value ? { $case: 'message', value } : { $case: 'task', value } })

  return async (route, text, request, response) => {
    const version = request.headers['a2a-version']?.toString() ?? '1.0'
    const context = new server.ServerCallContext({ requestedVersion: version })
    const [, id = ''] = TASK.exec(route) ?? []
    const task = { tenant: '', id }
    try {
      server.validateVersion(version, await handler.getAgentCard(), 'HTTP+JSON')
      switch (route.replace(`/tasks/${id}`, '/tasks/ID')) {
        case 'POST /message:send':
          sendJson(response, sent(await handler.sendMessage(messageIn(text), context)))
          return true
        case 'POST /message:stream':
          await sendEvents(response, handler.sendMessageStream(messageIn(text), context), wire)
          return true
        case 'GET /tasks/ID':
          sendJson(response, sdk.Task.toJSON(await handler.getTask(task, context)))
          return true
        case 'POST /tasks/ID:cancel':
          sendJson(response, sdk.Task.toJSON(await handler.cancelTask({ ...task, metadata: undefined }, context)))
          return true
        case 'GET /tasks/ID:subscribe':
        case 'POST /tasks/ID:subscribe':
          await sendEvents(response, handler.resubscribe(task, context), wire)
          return true
        default:
          return false
      }
    } catch (error) {
      const { status, body } = fail(error)
      sendJson(response, body, status)
      return true
    }
  }
}
