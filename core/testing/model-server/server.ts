import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { unlessGone, writeFrames } from './answer.ts'
import { createConversations } from './conversations.ts'
import { blocksOf, isJson, objects, text } from './read.ts'
import { refusalOfAnthropic } from './strict-anthropic.ts'
import { refusalOfOpenAI } from './strict-openai.ts'
import { refusalOfResponses } from './strict-responses.ts'
import type { Json, ModelScript, ModelServer, ModelServerOptions, ModelStep, ReceivedRequest, ServedProtocol } from './types.ts'
import { anthropicFrames } from './wire-anthropic.ts'
import { openaiFrames } from './wire-openai.ts'
import { responsesFrames } from './wire-responses.ts'

/**
 * A model on the loopback that says what its script says, in the vendor's own stream, and refuses what the vendor would
 * refuse. A refused request takes no step of the script.
 */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const { protocol } = options
  const requests: ReceivedRequest[] = []
  const refusals: string[] = []
  const sockets = new Set<Socket>()
  const waiting = new Set<() => void>()
  const conversations = createConversations()
  const thoughts = new Map<string, string>()
  const signer = `sig-${randomUUID()}`
  let answered = 0

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      refuse(response, 500, `the script failed: ${String(error)}`)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://model').pathname
    if (request.method === 'GET' && path === '/api/tags' && options.ollama) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ models: options.ollama.map((name) => ({ name })) }))
      return
    }
    if (request.method === 'GET' && path === '/api/ps' && options.ollama) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ models: options.ollama.map((name) => ({ name, context_length: options.loadedWindow })) }))
      return
    }
    // What other kinds of server answer is asked of all of them: a plain no.
    if (request.method === 'GET' && path.startsWith('/api/')) return void response.writeHead(404).end()
    const raw = await readBody(request)
    if (countPaths.has(path)) return count(response, parse(raw), options.counts)
    if (request.method !== 'POST' || path !== modelPath[protocol]) return refuse(response, 404, `Not found: ${request.method} ${path}`)
    const body = parse(raw)
    record({ request, response, path, raw, body: body ?? {} })

    const denied = keyRefusal(request, options)
    if (denied) return refuse(response, 401, denied)
    if (!body) return refuse(response, 400, 'The request body is not valid JSON')
    const invalid = refusalOf[protocol](body) ?? changedThought(body, { thoughts, signer })
    if (invalid) return refuse(response, 400, invalid)
    const step = await nextStep(options.script, { body, n: answered })
    if (!step) return refuse(response, 400, `The script has no step ${answered}`)
    const broken = conversations.take(body, { newEpoch: step.newEpoch ?? false }) ?? unofferedCall(step, body)
    if (broken) return refuse(response, 400, broken)
    await play({ step, body, response, n: answered++ })
  }

  async function play({ step, body, response, n }: { step: ModelStep; body: Json; response: ServerResponse; n: number }): Promise<void> {
    await unlessGone(response, step.wait)
    if (step.hang === 'headers' || response.destroyed) return
    if (step.status !== undefined && step.status !== 200) {
      const answer = step.body ?? errorBody(protocol, step.status, 'scripted failure')
      response.writeHead(step.status, { 'content-type': typeof answer === 'string' ? 'text/plain' : 'application/json', ...step.headers })
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
      return
    }
    const answering = { model: text(body['model']), n }
    response.setHeader(protocol === 'anthropic' ? 'request-id' : 'x-request-id', `req_${n}`)
    if (protocol === 'openai') {
      const options = body['stream_options']
      const includeUsage = isJson(options) && options['include_usage'] === true
      return writeFrames(response, openaiFrames(step, answering, { includeUsage }), step)
    }
    const signature = `${signer}-${n}-é=`
    if (step.thinking !== undefined) thoughts.set(signature, step.thinking)
    if (protocol === 'openai-responses') {
      const includeSealed = Array.isArray(body['include']) && body['include'].includes('reasoning.encrypted_content')
      return writeFrames(response, responsesFrames(step, answering, { sealed: signature, includeSealed }), step)
    }
    return writeFrames(response, anthropicFrames(step, answering, signature), step)
  }

  function record({
    request,
    response,
    ...said
  }: {
    request: IncomingMessage
    response: ServerResponse
    path: string
    raw: string
    body: Json
  }): void {
    const ended = new Promise<'finished' | 'aborted'>((resolve) => {
      response.once('close', () => resolve(response.writableFinished ? 'finished' : 'aborted'))
    })
    requests.push({ ...said, headers: request.headers, ended })
    waiting.forEach((check) => check())
  }

  function refuse(response: ServerResponse, status: number, reason: string): void {
    refusals.push(reason)
    if (response.headersSent) return void response.destroy()
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(errorBody(protocol, status, reason)))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the model server has no port')
  const url = `http://127.0.0.1:${address.port}`
  return {
    protocol,
    url,
    baseUrl: protocol === 'anthropic' ? url : `${url}/v1`,
    requests,
    refusals,
    connections: () => sockets.size,
    received: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (requests.length < count) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const modelPath = { anthropic: '/v1/messages', openai: '/v1/chat/completions', 'openai-responses': '/v1/responses' }

const refusalOf = { anthropic: refusalOfAnthropic, openai: refusalOfOpenAI, 'openai-responses': refusalOfResponses }

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

function parse(raw: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(raw)
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

const countPaths: ReadonlySet<string> = new Set(['/v1/messages/count_tokens', '/v1/responses/input_tokens'])

function count(response: ServerResponse, body: Json | undefined, counts: ModelServerOptions['counts']): void {
  if (!counts || !body) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"Not found"}}')
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ input_tokens: counts(body) }))
}

function keyRefusal(request: IncomingMessage, { key, protocol }: ModelServerOptions): string | undefined {
  if (key === undefined) return undefined
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  const given = bearer ?? request.headers['x-api-key'] ?? request.headers['api-key']
  if (given === key) return undefined
  if (protocol === 'anthropic') return given === undefined ? 'x-api-key header is required' : 'invalid x-api-key'
  if (given === undefined)
    return "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth."
  return 'Incorrect API key provided. You can find your API key at https://platform.openai.com/account/api-keys.'
}

async function nextStep(script: ModelScript, { body, n }: { body: Json; n: number }): Promise<ModelStep | undefined> {
  return typeof script === 'function' ? script(body, n) : script[n]
}

/** What the server signed goes back as it came. Signatures of other servers pass: a session may have begun with one. */
function changedThought(body: Json, { thoughts, signer }: { thoughts: ReadonlyMap<string, string>; signer: string }): string | undefined {
  const blocks = objects(body['messages']).flatMap((message) => blocksOf(message['content']))
  for (const item of objects(body['input'])) {
    const sealed = text(item['encrypted_content'])
    if (item['type'] !== 'reasoning' || !sealed.startsWith(signer)) continue
    const summary = objects(item['summary']).map((part) => text(part['text']))
    if (thoughts.get(sealed) !== summary.join('')) return `The encrypted content for item ${text(item['id'])} could not be verified.`
  }
  for (const block of blocks) {
    const signature = text(block['signature'])
    if (block['type'] !== 'thinking' || !signature.startsWith(signer)) continue
    const thought = thoughts.get(signature)
    if (thought === undefined) return 'messages: Invalid `signature` in `thinking` block'
    if (thought !== block['thinking']) {
      return '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.'
    }
  }
  return undefined
}

function unofferedCall(step: ModelStep, body: Json): string | undefined {
  if (step.unoffered) return undefined
  const offered = objects(body['tools']).map((tool) => text(isJson(tool['function']) ? tool['function']['name'] : tool['name']))
  const missing = step.calls?.find((call) => !offered.includes(call.name))
  return missing ? `The script calls ${missing.name}, which was not offered` : undefined
}

function errorBody(protocol: ServedProtocol, status: number, message: string): Json {
  const type = errorTypes.get(status) ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
  if (protocol === 'anthropic') return { type: 'error', error: { type, message } }
  return {
    error: {
      message,
      type: status >= 500 ? 'server_error' : 'invalid_request_error',
      param: null,
      code: status === 401 ? 'invalid_api_key' : null,
    },
  }
}

const errorTypes: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [529, 'overloaded_error'],
])
