import type { ContentBlock, Usage } from '../contract/common.ts'
import type { AssistantPart } from '../contract/messages.ts'
import { boundedTitle, moment, tokens } from './bounds.ts'
import { isRecord } from './lines.ts'
import { callPart, type TurnBuilder } from './turns.ts'
import type { LineRecord, Skip } from './types.ts'

/** Records that say something about a session and are no part of what was said in it. */
const bookkeeping =
  /^(system|progress|file-history-snapshot|queue-operation|attachment|last-prompt|permission-mode|mode|agent-name|agent-color|pr-link|tag|worktree-state|summary|custom-title|ai-title)$/

export function isClaudeCode(records: readonly LineRecord[]): boolean {
  return records.some((record) => isRecord(record['message']) && (record['type'] === 'user' || record['type'] === 'assistant'))
}

/** A session of `~/.claude/projects`: answers come in pieces, a record a block; other branches and sub-agents' talk stay out. */
export function readClaudeCode(records: readonly LineRecord[], turns: TurnBuilder, skip: Skip): { title?: string; model?: string } {
  const abandoned = abandonedBranches(records)
  let model: string | undefined
  for (const record of records) {
    const { type, message } = record
    if (type !== 'user' && type !== 'assistant') {
      if (typeof type !== 'string' || !bookkeeping.test(type)) skip('unknown')
      continue
    }
    if (!isRecord(message)) skip('unknown')
    else if (record['isSidechain'] === true || abandoned.has(record['uuid'])) skip('branch')
    else if (type === 'user') takeUser(record, message, { turns, skip })
    else model = takeAnswer(record, message, { turns, skip }) ?? model
  }
  const title = titleOf(records)
  return { ...(title !== undefined && { title }), ...(model !== undefined && { model }) }
}

interface Into {
  readonly turns: TurnBuilder
  readonly skip: Skip
}

function takeUser(record: LineRecord, message: LineRecord, { turns, skip }: Into): void {
  // Written for the model alone.
  if (record['isMeta'] === true) return
  const at = dateOf(record)
  const blocks = blocksOf(message['content'])
  for (const block of blocks) {
    if (block['type'] !== 'tool_result') continue
    const toolCallId = block['tool_use_id']
    if (typeof toolCallId === 'string')
      turns.result({ toolCallId, content: textOnly(blocksOf(block['content']), skip), isError: block['is_error'] === true, at })
    else skip('unknown')
  }
  const said = blocks.filter(({ type }) => type !== 'tool_result')
  if (said.length === 0) return
  const text = textOnly(said, skip)
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('\n\n')
  if (record['isCompactSummary'] === true) turns.summary(text, { at, beforeTokens: 0, kept: 0 })
  else turns.prompt(text, at)
}

function takeAnswer(record: LineRecord, message: LineRecord, { turns, skip }: Into): string | undefined {
  const model = typeof message['model'] === 'string' && message['model'] !== '<synthetic>' ? message['model'] : undefined
  const parts = blocksOf(message['content']).flatMap((block) => partOf(block, skip))
  if (parts.length === 0) return model
  const key = typeof message['id'] === 'string' ? message['id'] : String(record['uuid'])
  const usage = usageOf(message['usage'])
  turns.answer({ key, parts, usage, model: model ?? '', provider: '', at: dateOf(record) })
  return model
}

function partOf(block: LineRecord, skip: Skip): AssistantPart[] {
  const { type, text, thinking, id, name, input } = block
  if (type === 'text' && typeof text === 'string') return text === '' ? [] : [{ type: 'text', text }]
  if (type === 'thinking' && typeof thinking === 'string') return thinking === '' ? [] : [{ type: 'thinking', text: thinking }]
  if (type === 'redacted_thinking') return []
  if (type === 'tool_use' && typeof id === 'string' && typeof name === 'string')
    return [callPart({ toolCallId: id, name, input: input ?? {} })]
  skip('unknown')
  return []
}

function textOnly(blocks: readonly LineRecord[], skip: Skip): ContentBlock[] {
  return blocks.map((block) => {
    if (block['type'] === 'text' && typeof block['text'] === 'string') return { type: 'text', text: block['text'] }
    const isMedia = block['type'] === 'image' || block['type'] === 'document'
    skip(isMedia ? 'media' : 'unknown')
    return { type: 'text', text: `[${typeof block['type'] === 'string' ? block['type'] : 'block'}]` }
  })
}

/** A prompt that was asked anew from the same place took the conversation with it; the newest stays. */
function abandonedBranches(records: readonly LineRecord[]): ReadonlySet<unknown> {
  const newest = new Map<unknown, unknown>()
  const left = new Set<unknown>()
  for (const record of records) {
    const { uuid, parentUuid } = record
    if (record['type'] !== 'user' || record['isSidechain'] === true || record['isMeta'] === true || !isPrompt(record)) continue
    if (typeof uuid !== 'string' || typeof parentUuid !== 'string') continue
    if (newest.has(parentUuid)) left.add(newest.get(parentUuid))
    newest.set(parentUuid, uuid)
  }
  if (left.size > 0) for (const { uuid, parentUuid } of records) if (left.has(parentUuid)) left.add(uuid)
  return left
}

function isPrompt({ message }: LineRecord): boolean {
  return isRecord(message) && blocksOf(message['content']).some(({ type }) => type !== 'tool_result')
}

function titleOf(records: readonly LineRecord[]): string | undefined {
  const last = (type: string, name: string): string | undefined => {
    const value = records.findLast((record) => record['type'] === type)?.[name]
    return typeof value === 'string' && value.trim() !== '' ? boundedTitle(value.trim()) : undefined
  }
  return last('custom-title', 'customTitle') ?? last('summary', 'summary') ?? last('ai-title', 'aiTitle')
}

function blocksOf(content: unknown): readonly LineRecord[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isRecord) : []
}

function usageOf(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined
  return {
    inputTokens: tokens(value['input_tokens']),
    outputTokens: tokens(value['output_tokens']),
    cacheReadTokens: tokens(value['cache_read_input_tokens']),
    cacheWriteTokens: tokens(value['cache_creation_input_tokens']),
    costUsd: null,
  }
}

function dateOf({ timestamp }: LineRecord): number {
  return typeof timestamp === 'string' ? moment(Date.parse(timestamp)) : 0
}
