import { contentText } from '../contract/content-text.ts'
import type { AssistantPart, Message } from '../contract/messages.ts'
import { moment } from './bounds.ts'
import { isRecord } from './lines.ts'
import { callPart, type TurnBuilder } from './turns.ts'
import type { LineRecord, Skip, Transcript } from './types.ts'

/** Go's decoder takes field names in any case, and the program writes a call's and a result's fields in capitals. */
interface OriginalLine {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly content?: string
  readonly tool_calls?: readonly { readonly ID: string; readonly Name: string; readonly Input: unknown }[]
  readonly tool_results?: readonly { readonly ToolCallID: string; readonly Content: string; readonly IsError: boolean }[]
  /** Seconds since the epoch. */
  readonly ts: number
  /** First line only. */
  readonly model?: string
  readonly title?: string
}

/** `conversation.jsonl`. Thinking, reminders and pictures have no place in it. */
export function writeOriginal({ messages, model, title }: Transcript): string {
  const lines: object[] = []
  const written: { readonly message: Message; line: OriginalLine }[] = []
  for (const message of messages) {
    if (message.role === 'summary') {
      const kept = message.keptFrom === null ? -1 : written.findIndex((each) => each.message.id === message.keptFrom)
      lines.push({ type: 'compact', ts: seconds(message.createdAt) })
      lines.push({ role: 'user', content: message.text, ts: seconds(message.createdAt) })
      if (kept >= 0) lines.push(...new Set(written.slice(kept).map(({ line }) => line)))
      continue
    }
    const line = toLine(message)
    if (!line) continue
    const before = written.at(-1)
    // The results of one answer are one line.
    const joined = before && before.line === lines.at(-1) ? joinResults(before.line, line) : undefined
    if (joined) {
      lines.pop()
      for (const each of written.slice(-earlierResults(before?.line))) each.line = joined
    }
    lines.push(joined ?? line)
    written.push({ message, line: joined ?? line })
  }
  const [first, ...rest] = lines
  const head = first && { ...first, model, ...(title !== '' && { title }) }
  return [...(head ? [head] : []), ...rest].map((line) => `${JSON.stringify(line)}\n`).join('')
}

function earlierResults(line: OriginalLine | undefined): number {
  return line?.tool_results?.length ?? 0
}

function joinResults(earlier: OriginalLine, later: OriginalLine): OriginalLine | undefined {
  if (!earlier.tool_results || !later.tool_results) return undefined
  return { ...earlier, tool_results: [...earlier.tool_results, ...later.tool_results] }
}

function toLine(message: Message): OriginalLine | undefined {
  const ts = seconds(message.createdAt)
  if (message.role === 'user') {
    const attached = message.attachments.flatMap((each) => (each.media ? [] : [`${each.name}:\n${each.text}`]))
    return { role: 'user', content: [message.text, ...attached].join('\n\n'), ts }
  }
  if (message.role === 'assistant') {
    const calls = message.parts.flatMap((part) => (part.type === 'tool_call' ? [part] : []))
    const content = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
    const tool_calls = calls.map(({ toolCallId, name, input }) => ({ ID: toolCallId, Name: name, Input: input }))
    return { role: 'assistant', ...(content !== '' && { content }), ...(calls.length > 0 && { tool_calls }), ts }
  }
  if (message.role === 'tool') {
    return {
      role: 'tool',
      tool_results: [{ ToolCallID: message.toolCallId, Content: contentText(message.content), IsError: message.isError }],
      ts,
    }
  }
  return undefined
}

export function isOriginal(records: readonly LineRecord[]): boolean {
  return records.some((record) => 'ts' in record && ('role' in record || record['type'] === 'compact'))
}

/** What a compaction repeated is not taken twice: the summary stands where it was made, and says what stayed. */
export function readOriginal(records: readonly LineRecord[], turns: TurnBuilder, skip: Skip): { title?: string; model?: string } {
  const about: { title?: string; model?: string } = {}
  let seen: string[] = []
  for (let at = 0; at < records.length; at += 1) {
    const record = records[at]
    if (!record) continue
    if (typeof record['title'] === 'string') about.title = record['title']
    if (typeof record['model'] === 'string' && record['model'] !== '') about.model = record['model']
    if (record['type'] === 'compact') {
      const summary = records[at + 1]
      if (!summary || summary['role'] !== 'user' || typeof summary['content'] !== 'string') continue
      const kept = repeated(seen, records.slice(at + 2).map(fingerprint))
      const keptMessages = records.slice(at + 2, at + 2 + kept).reduce((sum, each) => sum + messagesOf(each), 0)
      turns.summary(summary['content'], { at: dateOf(record), beforeTokens: 0, kept: keptMessages })
      at += 1 + kept
      continue
    }
    if (take(record, turns, skip)) seen = [...seen.slice(-500), fingerprint(record)]
  }
  return about
}

function take(record: LineRecord, turns: TurnBuilder, skip: Skip): boolean {
  const content = typeof record['content'] === 'string' ? record['content'] : ''
  const at = dateOf(record)
  if (record['role'] === 'user') turns.prompt(content, at)
  else if (record['role'] === 'assistant') {
    const text: AssistantPart[] = content === '' ? [] : [{ type: 'text', text: content }]
    const calls = listOf(record['tool_calls']).flatMap((call) => readCall(call, skip))
    if (text.length + calls.length === 0) return false
    turns.answer({ key: `${turns.count}`, parts: [...text, ...calls], usage: undefined, model: '', provider: '', at })
  } else if (record['role'] === 'tool') {
    for (const result of listOf(record['tool_results'])) {
      const toolCallId = field(result, 'toolcallid')
      const text = field(result, 'content')
      if (typeof toolCallId !== 'string') skip('unknown')
      else {
        const words = typeof text === 'string' ? text : JSON.stringify(text ?? '')
        turns.result({ toolCallId, content: [{ type: 'text', text: words }], isError: field(result, 'iserror') === true, at })
      }
    }
  } else {
    skip('unknown')
    return false
  }
  return true
}

function readCall(call: unknown, skip: Skip): AssistantPart[] {
  const [toolCallId, name] = [field(call, 'id'), field(call, 'name')]
  if (typeof toolCallId === 'string' && typeof name === 'string') return [callPart({ toolCallId, name, input: field(call, 'input') ?? {} })]
  skip('unknown')
  return []
}

/** How many of `after` repeat the end of `before`. */
function repeated(before: readonly string[], after: readonly string[]): number {
  for (let length = Math.min(before.length, after.length); length > 0; length -= 1) {
    const from = before.length - length
    if (after.slice(0, length).every((print, index) => print === before[from + index])) return length
  }
  return 0
}

function fingerprint(record: LineRecord): string {
  return JSON.stringify([record['role'], record['content'], record['tool_calls'], record['tool_results']])
}

function messagesOf(record: LineRecord): number {
  return record['role'] === 'tool' ? listOf(record['tool_results']).length : 1
}

function field(value: unknown, name: string): unknown {
  if (!isRecord(value)) return undefined
  return Object.entries(value).find(([key]) => key.toLowerCase().replaceAll('_', '') === name)?.[1]
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function dateOf(record: LineRecord): number {
  const ts = record['ts']
  return typeof ts === 'number' ? moment(ts * 1000) : 0
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
