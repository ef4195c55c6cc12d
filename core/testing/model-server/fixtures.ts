import { afterEach } from 'vitest'
import { startModelServer, type Json, type ModelServer, type ModelServerOptions } from './index.ts'

/** Material of this folder's tests: a server that ends with its test, and requests built by hand. */
let server: ModelServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

type Protocol = ModelServerOptions['protocol']

export async function start(
  protocol: Protocol,
  script: ModelServerOptions['script'] = () => ({ text: 'ok' }),
  key?: string,
): Promise<ModelServer> {
  server = await startModelServer({ protocol, script, ...(key === undefined ? {} : { key }) })
  return server
}

const paths = { anthropic: '/v1/messages', openai: '/chat/completions', 'openai-responses': '/responses' }

export async function send(to: ModelServer, body: Json | string, headers: Record<string, string> = {}) {
  const path = paths[to.protocol]
  const response = await fetch(to.baseUrl + path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
  const text = await response.text()
  const message: unknown = response.ok ? '' : JSON.parse(text).error.message
  return { status: response.status, message }
}

export const text = (said: string, more: Json = {}): Json => ({ type: 'text', text: said, ...more })
export const use = (id: string, more: Json = {}): Json => ({ type: 'tool_use', id, name: 'read_file', input: {}, ...more })
export const answer = (id: string, more: Json = {}): Json => ({ type: 'tool_result', tool_use_id: id, content: [text('done')], ...more })
export const says = (role: string, ...content: readonly Json[]): Json => ({ role, content })
export const mark = { cache_control: { type: 'ephemeral' } }
export const tool = { name: 'read_file', description: 'Reads.', input_schema: { type: 'object' } }

export function anthropic(messages: readonly unknown[], more: Json = {}): Json {
  return { model: 'm', max_tokens: 10, stream: true, tools: [tool], messages, ...more }
}
