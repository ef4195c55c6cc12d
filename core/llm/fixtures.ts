import type { ProviderConfig } from '../config/types.ts'
import type { Message, ToolCallPart } from '../contract/messages.ts'
import type { ContentBlock } from '../contract/common.ts'
import { createProvider, forgetfulMemory } from './index.ts'
import type { ModelRequest, Provider, StreamEvent } from './types.ts'

/** Material of this room's tests. */
export function providerFor(config: Partial<ProviderConfig>, key: string | undefined = 'key-of-the-test'): Provider {
  return createProvider({
    config: providerConfig(config),
    resolveKey: () => Promise.resolve(key),
    endpoints: forgetfulMemory(),
    env: {},
    log: { log: () => undefined },
  })
}

export function providerConfig(config: Partial<ProviderConfig>): ProviderConfig {
  return {
    name: 'fake',
    protocol: 'anthropic',
    baseUrl: '',
    apiKey: undefined,
    model: 'claude-sonnet-5-5',
    headers: {},
    query: {},
    variables: [],
    auth: undefined,
    maxTokens: undefined,
    contextWindow: undefined,
    timeouts: { connectMs: 5000, firstByteMs: 5000, idleMs: 5000 },
    maxRetries: 0,
    settings: {},
    proxy: undefined,
    caFile: undefined,
    fallback: undefined,
    limits: { concurrency: 0, rpm: 0 },
    roles: {},
    source: 'user',
    ...config,
  }
}

export const readTool = {
  name: 'read_file',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
}

export function requestWith(messages: readonly Message[], more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: 'claude-sonnet-5-5',
    system: { stable: 'You are a coding agent.', environment: 'Folder: /tmp/x' },
    tools: [readTool],
    messages,
    maxTokens: 1000,
    ...more,
  }
}

const base = { turnId: 't1', createdAt: 0 }
let count = 0

export function user(text: string, more: { reminders?: readonly string[]; attachments?: { name: string; text: string }[] } = {}): Message {
  const attachments = (more.attachments ?? []).map((one) => ({ attachmentId: one.name, size: one.text.length, ...one }))
  return { ...base, id: `m${count++}`, role: 'user', text, attachments, reminders: more.reminders ?? [] }
}

type AssistantOptions = Partial<Pick<Extract<Message, { role: 'assistant' }>, 'raw' | 'interrupted' | 'provider' | 'model'>>

export function assistant(text: string, calls: readonly ToolCallPart[] = [], more: AssistantOptions = {}): Message {
  const said = text === '' ? [] : [{ type: 'text' as const, text }]
  return {
    ...base,
    id: `m${count++}`,
    role: 'assistant',
    step: 1,
    parts: [...said, ...calls],
    provider: 'fake',
    model: 'claude-sonnet-5-5',
    ...more,
  }
}

export function call(toolCallId: string, input: unknown = { path: 'a.txt' }, name = 'read_file'): ToolCallPart {
  return { type: 'tool_call', toolCallId, name, input, category: 'read', readOnly: true }
}

export function result(toolCallId: string, texts: readonly string[] = ['done'], isError = false): Message {
  const content: ContentBlock[] = texts.map((text) => ({ type: 'text', text }))
  return { ...base, id: `m${count++}`, role: 'tool', toolCallId, name: 'read_file', content, isError, durationMs: 1, meta: {} }
}

export async function collect(events: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const all: StreamEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

/** The end of a stream in short, and what it said. */
export function summary(events: readonly StreamEvent[]): Record<string, unknown> {
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('')
  const thinking = events.map((event) => (event.type === 'thinking' ? event.text : '')).join('')
  const calls = events.flatMap((event) => (event.type === 'tool_calls' ? event.calls : []))
  const usage = events.findLast((event) => event.type === 'usage')?.usage
  const last = events.at(-1)
  const end = last?.type === 'done' ? last.stopReason : last?.type === 'error' ? `error:${last.error.kind}` : 'none'
  return { text, thinking, calls, usage, end }
}
