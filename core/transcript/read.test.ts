import { expect, it } from 'vitest'
import type { Message } from '../contract/messages.ts'
import { fromMessages } from '../contract/rows.ts'
import { readTranscript } from './read.ts'
import { createTurnBuilder } from './turns.ts'
import { writeTranscript } from './write.ts'
import type { ReadTranscript } from './types.ts'

const call = { ID: 'c1', Name: 'read_file', Input: { path: 'a.txt' } }
const original = [
  { role: 'user', content: '修改文件', ts: 1_750_000_000, model: 'claude-x' },
  { role: 'assistant', content: 'Looking.', tool_calls: [call], ts: 1_750_000_001 },
  { role: 'tool', tool_results: [{ ToolCallID: 'c1', Content: 'alpha', IsError: false }], ts: 1_750_000_002 },
  { role: 'assistant', content: 'Done {"a": 1}.', ts: 1_750_000_003 },
  { role: 'user', content: 'thanks', ts: 1_750_000_004 },
  { role: 'assistant', content: '不客气', ts: 1_750_000_005 },
].map((line) => JSON.stringify(line))

function read(text: string | Buffer): ReadTranscript {
  return readTranscript('conversation.jsonl', Buffer.from(text))
}

/** `user:修改文件 assistant:Looking.+c1 …` without endings. */
function talk({ messages }: { messages: readonly Message[] }): string[] {
  return messages.flatMap((message) => {
    if (message.role === 'user' || message.role === 'summary') return [`${message.role}:${message.text}`]
    if (message.role === 'tool')
      return [`tool:${message.toolCallId}:${message.content.map((block) => (block.type === 'text' ? block.text : block.type)).join()}`]
    if (message.role !== 'assistant') return []
    return [`assistant:${message.parts.map((part) => (part.type === 'tool_call' ? `+${part.toolCallId}` : part.text)).join('')}`]
  })
}

const wholeTalk = ['user:修改文件', 'assistant:Looking.+c1', 'tool:c1:alpha', 'assistant:Done {"a": 1}.', 'user:thanks', 'assistant:不客气']

it('reads the original’s lines with their dates, model and turns, and leaves nothing out', () => {
  const whole = read(original.join('\n') + '\n')
  expect(talk(whole)).toEqual(wholeTalk)
  expect(whole).toMatchObject({ model: 'claude-x', createdAt: 1_750_000_000_000, updatedAt: 1_750_000_005_000, skipped: [] })
  expect(whole.messages.map(({ role }) => role).filter((role) => role === 'ending')).toHaveLength(2)
})

it('keeps every whole record when the file is cut at any byte of its last two, and says that one was torn', () => {
  const whole = Buffer.from(original.join('\n') + '\n')
  const twoBefore = Buffer.byteLength(original.slice(0, 4).join('\n') + '\n')
  for (let end = twoBefore; end < whole.length; end += 1) {
    const cut = read(whole.subarray(0, end))
    const text = whole.subarray(0, end).toString('utf8')
    const complete = original.filter((line) => text.includes(line)).length
    expect([end, talk(cut)]).toEqual([end, wholeTalk.slice(0, complete)])
    const isTorn = !text.endsWith('\n') && complete < original.length && !text.endsWith(original[complete - 1] ?? '\u0000')
    expect([end, cut.skipped]).toEqual([end, isTorn ? [{ reason: 'torn', count: 1 }] : []])
  }
})

it('keeps all good records among zeros, rubbish, glued lines and wrong pairs, and counts what it leaves out', () => {
  const zeros = Buffer.alloc(4_096)
  const lines: (string | Buffer)[] = [
    original[0] ?? '',
    'no json at all',
    '[1, 2]',
    JSON.stringify({ role: 'system', content: 'x', ts: 1 }),
    original[1] ?? '',
    JSON.stringify({ role: 'tool', tool_results: [{ ToolCallID: 'nobody', Content: 'x' }], ts: 1_750_000_002 }),
    original[2] ?? '',
    original[2] ?? '',
    zeros,
    // A record torn by a crash, and the next one written behind it.
    `{"role":"assistant","content":"half${original[3]}`,
    Buffer.concat([zeros, Buffer.from(original[4] ?? '')]),
    `${original[5]}`,
    '{"role":"user","content":"never fin',
  ]
  const bytes = Buffer.concat(lines.flatMap((line, at) => [Buffer.from(line), Buffer.from(at < lines.length - 1 ? '\n' : '')]))
  const got = read(bytes)
  expect(talk(got)).toEqual(wholeTalk)
  expect(Object.fromEntries(got.skipped.map(({ reason, count }) => [reason, count]))).toEqual({
    not_json: 1,
    unknown: 2,
    unpaired: 2,
    zeros: 1,
    torn: 2,
  })
})

it('gives a call without a result one that says so, and refuses a file in which nobody says anything', () => {
  const got = read([original[0], original[1], original[4]].join('\n'))
  expect(talk(got)).toEqual([...wholeTalk.slice(0, 2), 'tool:c1:The imported file holds no result for this call.', 'user:thanks'])
  expect(got.skipped).toEqual([{ reason: 'unpaired', count: 1 }])
  expect(() => read('{"a":1}\n')).toThrow(expect.objectContaining({ code: 'files.no_session' }))
  expect(() => read('')).toThrow(expect.objectContaining({ code: 'files.no_session' }))
})

it('takes a compaction of the original as a summary that keeps what was repeated behind it', () => {
  const compacted = [
    ...original.slice(0, 4),
    JSON.stringify({ type: 'compact', ts: 1_750_000_003 }),
    JSON.stringify({ role: 'user', content: 'So far: a file was looked at.', ts: 1_750_000_003 }),
    original[3],
    ...original.slice(4),
  ]
  const got = read(compacted.join('\n') + '\n')
  expect(talk(got)).toEqual([...wholeTalk.slice(0, 4), 'summary:So far: a file was looked at.', ...wholeTalk.slice(4)])
  const summary = got.messages.find((message) => message.role === 'summary')
  const kept = got.messages.find(({ id }) => id === summary?.keptFrom)
  expect(kept && talk({ messages: [kept] })).toEqual(['assistant:Done {"a": 1}.'])
  const written = writeTranscript(
    { ...got, title: '', provider: '', model: 'claude-x', mode: 'default' },
    { format: 'jsonl', language: 'en' },
  )
  expect(written.trimEnd().split('\n')).toEqual(compacted)
})

it('keeps a command that a text brought along, between a call and its result too, and only in our own file', () => {
  const whole = read(original.join('\n'))
  const at = whole.messages.findIndex(({ role }) => role === 'tool')
  const result = whole.messages[at]
  if (result?.role !== 'tool') throw new Error('no result')
  const aside: Message = { ...result, role: 'aside', toolCallId: 'a1', name: 'bash', step: 1, input: { command: 'ls' }, category: 'exec' }
  const about = {
    ...whole,
    title: '',
    provider: '',
    model: 'claude-x',
    mode: 'default',
    messages: whole.messages.toSpliced(at, 0, aside),
  } as const
  const again = readTranscript('conversation.json', Buffer.from(writeTranscript(about, { format: 'json', language: 'en' })))
  expect([talk(again), again.skipped]).toEqual([wholeTalk, []])
  const rows = fromMessages(again.messages).flatMap((row) => (row.kind === 'tool' ? [[row.name, row.state, row.isAside]] : []))
  expect(rows).toEqual([
    ['read_file', 'done', undefined],
    ['bash', 'done', true],
  ])
  expect(writeTranscript(about, { format: 'jsonl', language: 'en' })).not.toContain('"ls"')
})

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

it('what is nested past every use is left out, and the rest is read', () => {
  const line = `{"type":"assistant","uuid":"x","message":{"content":[{"type":"tool_use","id":"c","name":"n","input":${nested(100_000)}}]}}`
  const user = '{"type":"user","uuid":"u","message":{"content":"hello"}}'
  const whole = read([user, line, user].join('\n'))
  expect(talk(whole)).toEqual(['user:hello', 'user:hello'])
  expect(whole.skipped).toEqual([{ reason: 'unknown', count: 1 }])
  const own = `{"format": "mewcode-session", "version": 1, "session": {}, "messages": [${nested(100_000)}]}`
  expect(() => read(own)).toThrow(expect.objectContaining({ code: 'files.no_session' }))
})

it('an answer in many pieces is one answer, its calls behind its words, and no piece is gone through again for each later one', () => {
  let looks = 0
  const call = (at: number) => ({
    get type() {
      looks += 1
      return 'tool_call' as const
    },
    ...{ toolCallId: `c${at}`, name: 'ls', input: {}, category: 'read' as const, readOnly: true },
  })
  const turns = createTurnBuilder(() => undefined)
  turns.prompt('hello', 1)
  const answer = { key: 'same', usage: undefined, model: '', provider: '', at: 1 }
  for (let at = 0; at < 500; at += 1) turns.answer({ ...answer, parts: [call(at), { type: 'text', text: `t${at}` }] })
  const parts = turns.finish().flatMap((message) => (message.role === 'assistant' ? message.parts : []))
  expect([parts.length, parts[0]?.type, parts.at(-1)?.type]).toEqual([1_000, 'text', 'tool_call'])
  expect(looks).toBeLessThan(500 * 10)
})

it('a spoilt line is looked through as far as it takes, not two hundred times', () => {
  const long = 'x'.repeat(4_000_000)
  const glued = '{"role":"user","content":"second","ts":2}'
  const spoilt = (starts: number) => `{"a":${'{"a"!'.repeat(starts)}"${long}"${glued}`
  expect(talk(read([...original, spoilt(2)].join('\n')))).toEqual([...wholeTalk, 'user:second'])
  expect(talk(read([...original, spoilt(50)].join('\n')))).toEqual(wholeTalk)
})

it('moments, counts and titles of nonsense become what can be added, kept and shown', () => {
  const user = { type: 'user', uuid: 'u', timestamp: '-271821-04-20T00:00:00Z', message: { content: 'hello' } }
  const usage = {
    input_tokens: Number.MAX_SAFE_INTEGER,
    output_tokens: -5,
    cache_read_input_tokens: 1e300,
    cache_creation_input_tokens: '7',
  }
  const answer = { type: 'assistant', uuid: 'a', timestamp: 'never', message: { content: 'hi', usage } }
  const title = { type: 'custom-title', customTitle: 'T'.repeat(100_000) }
  const claude = read([user, answer, title].map((line) => JSON.stringify(line)).join('\n'))
  expect([claude.createdAt, claude.updatedAt, claude.title?.length]).toEqual([0, 0, 500])
  expect(claude.messages.flatMap((message) => (message.role === 'assistant' ? [message.usage] : []))).toEqual([
    { inputTokens: 1_000_000_000, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null },
  ])
  const old = read([1e300, 1e306, -1].map((ts) => JSON.stringify({ role: 'user', content: 'hello', ts })).join('\n'))
  expect(old.messages.map(({ createdAt }) => createdAt)).toEqual([0, 0, 0, 0, 0, 0])
  const session = { title: 't', provider: 'p', model: 'm', mode: 'default', createdAt: 1e300, updatedAt: -1 }
  const message = { role: 'user', id: 'u', turnId: 'u', createdAt: 1e20, text: 'hello', attachments: [], reminders: [] }
  const own = read(JSON.stringify({ format: 'mewcode-session', version: 1, session, messages: [message] }))
  expect([own.createdAt, own.updatedAt, own.messages[0]?.createdAt]).toEqual([0, 0, 0])
})
