import { z } from 'zod'
import { newId } from '../base/ids.ts'
import { isTooDeep } from '../base/too-deep.ts'
import { ContentBlock, CompactTrigger, Mode, StopReason, ToolCategory, ToolMeta, Usage } from '../contract/common.ts'
import { WireError } from '../contract/errors.ts'
import type { Message } from '../contract/messages.ts'
import { moment, tokens } from './bounds.ts'
import { noResult } from './turns.ts'
import type { Skip, Transcript } from './types.ts'

const VERSION = 1

/** The whole record as one JSON value, without what only the model reads. */
export function writeOwn({ messages, ...session }: Transcript): string {
  const shown = messages
    .filter(({ role }) => role !== 'reminder')
    .map((message) => (message.role === 'user' ? { ...message, reminders: [] } : message))
  return `${JSON.stringify({ format: 'mewcode-session', version: VERSION, session, messages: shown }, undefined, 2)}\n`
}

const Moment = z.number().transform(moment)
const Counted = Usage.transform(({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costUsd }) => ({
  inputTokens: tokens(inputTokens),
  outputTokens: tokens(outputTokens),
  cacheReadTokens: tokens(cacheReadTokens),
  cacheWriteTokens: tokens(cacheWriteTokens),
  costUsd,
}))
const base = { id: z.string(), turnId: z.string(), createdAt: Moment }
const Part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('thinking'), text: z.string(), durationMs: z.number().optional() }),
  z.object({
    type: z.literal('tool_call'),
    toolCallId: z.string(),
    name: z.string(),
    input: z.unknown(),
    invalid: z.string().optional(),
    category: ToolCategory,
    readOnly: z.boolean(),
  }),
])
const Attached = z.looseObject({
  attachmentId: z.string(),
  name: z.string(),
  size: z.number(),
  text: z.string().optional(),
  media: z.unknown().optional(),
})
const Raw = z.object({ protocol: z.string(), provider: z.string(), model: z.string(), blocks: z.array(z.unknown()) })
const StoredMessage = z.discriminatedUnion('role', [
  z.object({
    role: z.literal('user'),
    ...base,
    text: z.string(),
    expanded: z.string().optional(),
    attachments: z.array(Attached),
    reminders: z.array(z.string()),
  }),
  z.looseObject({
    role: z.literal('assistant'),
    ...base,
    step: z.number().int(),
    parts: z.array(Part),
    raw: Raw.optional(),
    provider: z.string(),
    model: z.string(),
    usage: Counted.optional(),
  }),
  z.object({
    role: z.literal('tool'),
    ...base,
    toolCallId: z.string(),
    name: z.string(),
    content: z.array(ContentBlock),
    isError: z.boolean(),
    durationMs: z.number(),
    meta: ToolMeta,
  }),
  z.object({
    role: z.literal('aside'),
    ...base,
    step: z.number().int(),
    toolCallId: z.string(),
    name: z.string(),
    input: z.unknown(),
    category: ToolCategory,
    content: z.array(ContentBlock),
    isError: z.boolean(),
    durationMs: z.number(),
    meta: ToolMeta,
  }),
  z.object({
    role: z.literal('summary'),
    ...base,
    text: z.string(),
    attached: z.array(z.string()),
    keptFrom: z.string().nullable(),
    trigger: CompactTrigger,
    beforeTokens: z.number(),
    afterTokens: z.number(),
  }),
  z.object({
    role: z.literal('ending'),
    ...base,
    stopReason: StopReason,
    usage: Counted,
    durationMs: z.number(),
    error: WireError.optional(),
  }),
])
type StoredMessage = z.infer<typeof StoredMessage>

const OwnFile = z.object({
  format: z.literal('mewcode-session'),
  version: z.number().int().max(VERSION),
  session: z.object({
    title: z.string().max(500),
    provider: z.string(),
    model: z.string(),
    mode: Mode,
    createdAt: Moment,
    updatedAt: Moment,
  }),
  messages: z.array(z.unknown()),
})

/** Undefined when it is no such file. Pictures and documents lie outside it and are left out. */
export function readOwn(text: string, skip: Skip): Transcript | undefined {
  const file = OwnFile.safeParse(parse(text))
  if (!file.success) return undefined
  const ids = new Map<string, string>()
  const anew = (id: string): string => {
    const known = ids.get(id) ?? newId()
    ids.set(id, known)
    return known
  }
  const messages = file.data.messages.flatMap((value): Message[] => {
    const read = StoredMessage.safeParse(value)
    if (read.success) return [withNewIds(read.data, anew, skip)]
    skip('unknown')
    return []
  })
  return { ...file.data.session, messages: paired(messages, skip) }
}

function withNewIds(message: StoredMessage, anew: (id: string) => string, skip: Skip): Message {
  const { id, turnId, createdAt } = message
  const place = { id: anew(id), turnId: anew(turnId), createdAt }
  switch (message.role) {
    case 'user': {
      const attachments = message.attachments.flatMap(({ attachmentId, name, size, text }) => {
        if (text !== undefined) return [{ attachmentId, name, size, text }]
        skip('media')
        return []
      })
      const { text, expanded } = message
      return { role: 'user', ...place, text, ...(expanded !== undefined && { expanded }), attachments, reminders: [] }
    }
    case 'assistant':
      return { ...message, ...place }
    case 'tool':
    case 'aside':
      return { ...message, ...place, content: message.content.map((block) => textOf(block, skip)) }
    case 'summary':
      return { ...message, ...place, keptFrom: message.keptFrom === null ? null : anew(message.keptFrom) }
    case 'ending':
      return { ...message, ...place }
  }
}

function textOf(block: ContentBlock, skip: Skip): ContentBlock {
  if (block.type === 'text') return block
  skip('media')
  return { type: 'text', text: `[${block.type}]` }
}

/** One result for each call, behind it; a turn that has none for a call gets one that says so. */
function paired(messages: readonly Message[], skip: Skip): Message[] {
  const open = new Map<string, string>()
  const kept: Message[] = []
  messages.forEach((message, index) => {
    if (message.role === 'tool' && !open.delete(message.toolCallId)) return skip('unpaired')
    const next = messages[index + 1]
    kept.push(message)
    if (message.role === 'assistant') for (const part of message.parts) if (part.type === 'tool_call') open.set(part.toolCallId, part.name)
    if (open.size === 0 || (next?.turnId === message.turnId && (next.role === 'tool' || next.role === 'aside'))) return
    for (const [toolCallId, name] of open) {
      skip('unpaired')
      kept.push(noResult({ toolCallId, name, turnId: message.turnId, at: message.createdAt }))
    }
    open.clear()
  })
  return kept
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    // Checking and storing it would cost more stack than there is.
    return isTooDeep(value) ? undefined : value
  } catch {
    return undefined
  }
}
