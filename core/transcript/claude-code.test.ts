import { expect, it } from 'vitest'
import { readTranscript } from './read.ts'

const at = (second: number): string => `2026-03-01T22:38:${String(second).padStart(2, '0')}.000Z`
const user = (uuid: string, parentUuid: string | null, content: unknown, more: object = {}): object => ({
  type: 'user',
  uuid,
  parentUuid,
  isSidechain: false,
  timestamp: at(Number(uuid.replace(/\D/g, ''))),
  message: { role: 'user', content },
  ...more,
})
const answer = (uuid: string, parentUuid: string, id: string, block: object, more: object = {}): object => ({
  type: 'assistant',
  uuid,
  parentUuid,
  isSidechain: false,
  timestamp: at(Number(uuid.replace(/\D/g, ''))),
  message: {
    id,
    role: 'assistant',
    model: 'claude-opus-4-6',
    content: [block],
    usage: { input_tokens: 5, output_tokens: 7, cache_read_input_tokens: 11, cache_creation_input_tokens: 13 },
  },
  ...more,
})
const result = (id: string, content: unknown, isError = false): object[] => [
  { type: 'tool_result', tool_use_id: id, content, is_error: isError },
]

function read(records: readonly object[], tail = '') {
  return readTranscript('x.jsonl', Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join('') + tail))
}

it('reads answers that come in pieces, parallel calls, thinking and errors as one conversation', () => {
  const { messages, skipped, title, model, createdAt, updatedAt } = read([
    { type: 'summary', summary: 'A fine title', leafUuid: 'a9' },
    { type: 'file-history-snapshot', messageId: 'u1', snapshot: {} },
    user('u1', null, 'look at both'),
    answer('a2', 'u1', 'msg_1', { type: 'thinking', thinking: 'Hm.', signature: 's' }),
    answer('a3', 'a2', 'msg_1', { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: '/x' } }),
    user('u4', 'a3', result('t1', 'one')),
    answer('a5', 'a3', 'msg_1', { type: 'tool_use', id: 't2', name: 'Bash', input: { command: 'false' } }),
    user(
      'u6',
      'a5',
      result(
        't2',
        [
          { type: 'text', text: 'exit 1' },
          { type: 'image', source: {} },
        ],
        true,
      ),
    ),
    answer('a7', 'u6', 'msg_2', { type: 'text', text: 'Both seen.' }),
    { type: 'system', uuid: 's8', parentUuid: 'a7', subtype: 'turn_duration' },
  ])
  expect({ title, model, createdAt, updatedAt }).toEqual({
    title: 'A fine title',
    model: 'claude-opus-4-6',
    createdAt: Date.parse(at(1)),
    updatedAt: Date.parse(at(7)),
  })
  const usage = { inputTokens: 5, outputTokens: 7, cacheReadTokens: 11, cacheWriteTokens: 13, costUsd: null }
  expect(messages).toMatchObject([
    { role: 'user', text: 'look at both', createdAt: Date.parse(at(1)) },
    {
      role: 'assistant',
      step: 1,
      usage,
      parts: [
        { type: 'thinking', text: 'Hm.' },
        { type: 'tool_call', toolCallId: 't1', name: 'Read', input: { file_path: '/x' }, category: 'read', readOnly: true },
        { type: 'tool_call', toolCallId: 't2', name: 'Bash', category: 'exec', readOnly: false },
      ],
    },
    { role: 'tool', toolCallId: 't1', name: 'Read', content: [{ type: 'text', text: 'one' }], isError: false },
    {
      role: 'tool',
      toolCallId: 't2',
      name: 'Bash',
      isError: true,
      content: [
        { type: 'text', text: 'exit 1' },
        { type: 'text', text: '[image]' },
      ],
    },
    { role: 'assistant', step: 2, parts: [{ type: 'text', text: 'Both seen.' }] },
    { role: 'ending', stopReason: 'end_turn' },
  ])
  expect(skipped).toEqual([{ reason: 'media', count: 1 }])
})

it('leaves out sub-agents and the branch a rewound prompt began, and takes a compaction as a summary', () => {
  const { messages, skipped } = read(
    [
      user('u1', null, 'first'),
      answer('a2', 'u1', 'msg_1', { type: 'text', text: 'one' }),
      user('u3', 'a2', 'wrong turn'),
      answer('a4', 'u3', 'msg_2', { type: 'text', text: 'gone' }),
      user('u5', 'a2', 'right turn'),
      answer('a6', 'u5', 'msg_3', { type: 'text', text: 'two' }, { isSidechain: true }),
      answer('a7', 'u5', 'msg_4', { type: 'text', text: 'three' }),
      user('u8', null, 'It was all about numbers.', { isCompactSummary: true }),
      user('u9', 'u8', '<caveat>', { isMeta: true }),
      { type: 'invented', uuid: 'x' },
    ],
    '{"type":"user","uuid":"u11","mess',
  )
  expect(messages.flatMap((message) => ('text' in message ? [`${message.role}:${message.text}`] : []))).toEqual([
    'user:first',
    'user:right turn',
    'summary:It was all about numbers.',
  ])
  expect(messages.at(-1)?.role).toBe('ending')
  expect(skipped).toEqual([
    { reason: 'torn', count: 1 },
    { reason: 'branch', count: 3 },
    { reason: 'unknown', count: 1 },
  ])
})
