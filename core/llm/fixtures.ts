import type { ProviderConfig } from '../config/types.ts'
import type { Message, ToolCallPart } from '../contract/messages.ts'
import type { ContentBlock, MediaBlock } from '../contract/common.ts'
import { createProvider, forgetfulMemory } from './index.ts'
import type { Media } from './media.ts'
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

export function user(
  text: string,
  more: { reminders?: readonly string[]; attachments?: { name: string; text: string }[]; media?: readonly MediaBlock[] } = {},
): Message {
  const texts = (more.attachments ?? []).map((one) => ({ attachmentId: one.name, size: one.text.length, ...one }))
  const shown = (more.media ?? []).map((media) => ({ attachmentId: media.blobId, name: media.blobId, size: media.size, media }))
  const attachments = [...texts, ...shown]
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

export function result(toolCallId: string, blocks: readonly (string | MediaBlock)[] = ['done'], isError = false): Message {
  const content = blocks.map((block): ContentBlock => (typeof block === 'string' ? { type: 'text', text: block } : block))
  return { ...base, id: `m${count++}`, role: 'tool', toolCallId, name: 'read_file', content, isError, durationMs: 1, meta: {} }
}

/** A green dot as PNG, and a PDF of one empty page: bytes that vendors take. */
export const shownBytes = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
  pdf: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ).toString('base64'),
}

export function image(more: Partial<Extract<MediaBlock, { type: 'image' }>> = {}): MediaBlock {
  return { type: 'image', mediaType: 'image/png', blobId: 'png', size: 70, width: 1, height: 1, ...more }
}

export function pdf(more: Partial<Extract<MediaBlock, { type: 'document' }>> = {}): MediaBlock {
  return { type: 'document', mediaType: 'application/pdf', blobId: 'pdf', size: 200, name: 'a.pdf', pages: 1, ...more }
}

/** Both kinds are taken, and their bytes are there. */
export const allMedia: Media = { images: true, documents: true, data: new Map(Object.entries(shownBytes)) }

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
