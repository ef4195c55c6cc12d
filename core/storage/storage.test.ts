import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Message, ToolMessage } from '../contract/messages.ts'
import { openStorage } from './index.ts'
import type { Storage } from './types.ts'

const usage = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4, costUsd: null }

let home: string
let now: number
let storage: Storage

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'mewcode-storage-'))
  now = 1_000
  storage = await open()
})
afterEach(async () => {
  await storage.close()
  rmSync(home, { recursive: true, force: true })
})

function open(): Promise<Storage> {
  const clock = { now: () => now, wait: () => Promise.resolve() }
  return openStorage({ path: join(home, 'inside', 'mewcode.db'), clock, log: { log: () => undefined }, program: 'test' })
}

async function reopen(): Promise<void> {
  await storage.close()
  storage = await open()
}

function newSession(projectPath = '/p') {
  const project = storage.projects.open(projectPath)
  return storage.sessions.create({ projectId: project.id, title: 'T', provider: 'p', model: 'm', mode: 'default' })
}

function prompt(n: number): Message {
  return { role: 'user', id: `m${n}`, turnId: 't', createdAt: n, text: `prompt ${n}`, attachments: [], reminders: [] }
}

function result(id: string, meta: ToolMessage['meta']): ToolMessage {
  const content = [{ type: 'text' as const, text: 'ok' }]
  return { role: 'tool', id, turnId: 't', createdAt: 1, toolCallId: `call-${id}`, name: 'x', content, isError: false, durationMs: 1, meta }
}

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of source) all.push(item)
  return all
}

it('gives back every kind of message unchanged after reopening, raw blocks and odd characters included', async () => {
  const { id } = newSession()
  const blocks = [
    { type: 'thinking', thinking: '想\ud800🐱\u0000', signature: 'é=' },
    { z: 1, a: { '10': null, '2': [1.5e-7, true] } },
  ]
  const messages: Message[] = [
    { ...prompt(1), attachments: [{ attachmentId: 'a', name: 'n', size: 1, text: 'body' }], reminders: ['<r>\n'] } as Message,
    {
      role: 'assistant',
      id: 'm2',
      turnId: 't',
      createdAt: 2,
      step: 1,
      parts: [
        { type: 'text', text: 'lone \udc00 surrogate' },
        { type: 'tool_call', toolCallId: 'c', name: 'bash', input: { command: 'ls' }, category: 'exec', readOnly: false },
      ],
      raw: { protocol: 'anthropic', provider: 'p', model: 'm', blocks },
      provider: 'p',
      model: 'm',
      usage,
    },
    result('m3', { diff: '@@', added: 1 }),
    { role: 'ending', id: 'm4', turnId: 't', createdAt: 4, stopReason: 'end_turn', usage, durationMs: 5 },
  ]
  messages.forEach((message, index) => storage.messages.append(id, message, { lastSeq: index + 1 }))
  await reopen()
  expect(await collect(storage.messages.all(id))).toEqual(messages)
  const [, answer] = await collect(storage.messages.all(id))
  expect(JSON.stringify(answer?.role === 'assistant' && answer.raw?.blocks)).toBe(JSON.stringify(blocks))
})

it('stores message, lastSeq and patch together and counts prompts and answers only', async () => {
  const session = newSession()
  now = 2_000
  const todos = [{ content: 'a', status: 'pending', activeForm: 'b' } as const]
  storage.messages.append(session.id, prompt(1), { lastSeq: 7, title: 'New', usage, contextUsed: 9, contextWindow: 10, todos })
  storage.messages.append(session.id, result('m2', {}), { lastSeq: 8 })
  await reopen()
  expect({ ...storage.sessions.get(session.id) }).toEqual({
    ...session,
    title: 'New',
    updatedAt: 2_000,
    messages: 1,
    lastSeq: 8,
    usage,
    contextUsed: 9,
    contextWindow: 10,
    todos,
    epoch: null,
  })
})

it('keeps nothing of an append whose message cannot be stored', () => {
  const { id } = newSession()
  storage.messages.append(id, prompt(1), { lastSeq: 1 })
  expect(() => storage.messages.append(id, prompt(1), { lastSeq: 2, title: 'never' })).toThrow('UNIQUE')
  expect(() => storage.messages.append('no such session', prompt(2), { lastSeq: 1 })).toThrow('FOREIGN KEY')
  // Fails after the message itself was written.
  const unwritable = [{ content: 1n, status: 'pending', activeForm: '' }] as never
  expect(() => storage.messages.append(id, prompt(3), { lastSeq: 3, todos: unwritable })).toThrow('BigInt')
  expect(storage.sessions.get(id)).toMatchObject({ lastSeq: 1, title: 'T', messages: 1 })
  expect(storage.messages.page({ sessionId: id, before: undefined, limit: 9 }).messages.map((message) => message.id)).toEqual(['m1'])
})

it('keeps the epoch byte for byte until it is closed with null', () => {
  const { id } = newSession()
  const epoch = {
    system: { stable: 's\u2028', environment: 'e' },
    tools: [{ name: 'n', description: 'd', inputSchema: { b: 1, a: { $ref: '#' } } }],
    provider: 'p',
    model: 'm',
  }
  expect(JSON.stringify(storage.sessions.update(id, { epoch }).epoch)).toBe(JSON.stringify(epoch))
  expect(storage.sessions.update(id, { title: 'x' }).epoch).toEqual(epoch)
  expect(storage.sessions.update(id, { epoch: null }).epoch).toBeNull()
})

it('pages from the newest message back and says whether older ones remain', () => {
  const { id } = newSession()
  for (let n = 1; n <= 120; n += 1) storage.messages.append(id, prompt(n), { lastSeq: n })
  const first = storage.messages.page({ sessionId: id, before: undefined, limit: 500 })
  const second = storage.messages.page({ sessionId: id, before: first.messages[0]?.id, limit: 50 })
  const third = storage.messages.page({ sessionId: id, before: second.messages[0]?.id, limit: 50 })
  const shape = [first, second, third].map(({ messages, hasMore }) => [messages.length, messages[0]?.id, messages.at(-1)?.id, hasMore])
  expect(shape).toEqual([
    [50, 'm71', 'm120', true],
    [50, 'm21', 'm70', true],
    [20, 'm1', 'm20', false],
  ])
  expect(storage.messages.page({ sessionId: id, before: 'unknown', limit: 5 })).toEqual({ messages: [], hasMore: false })
  expect(storage.messages.page({ sessionId: id, before: 'm21', limit: 20 })).toMatchObject({ hasMore: false })
})

it('never mixes the messages of two sessions', async () => {
  const [a, b] = [newSession(), newSession('/q')]
  storage.messages.append(a.id, prompt(1), { lastSeq: 1 })
  storage.messages.append(b.id, prompt(2), { lastSeq: 1 })
  storage.messages.append(a.id, prompt(3), { lastSeq: 2 })
  expect((await collect(storage.messages.all(a.id))).map(({ id }) => id)).toEqual(['m1', 'm3'])
  expect(storage.messages.page({ sessionId: b.id, before: 'm3', limit: 5 }).messages).toEqual([])
})

it('reads ten thousand messages in pages that let other work run', async () => {
  const { id } = newSession()
  storage.messages.append(id, prompt(1), { lastSeq: 1 })
  // Copied beside the door: ten thousand commits are not what is tested here.
  const db = new Database(join(home, 'inside', 'mewcode.db'))
  db.exec(`
    WITH RECURSIVE count (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM count WHERE n < 10000)
    INSERT INTO messages (id, session_id, turn_id, role, created_at, body)
    SELECT 'm' || count.n, session_id, turn_id, role, count.n, json_set(body, '$.id', 'm' || count.n) FROM count, messages`)
  db.close()
  let turnsOfTheLoop = 0
  const ticking = setInterval(() => (turnsOfTheLoop += 1), 0)
  const ids = (await collect(storage.messages.all(id))).map((message) => message.id)
  clearInterval(ticking)
  expect(ids).toEqual(Array.from({ length: 10_000 }, (_, index) => `m${index + 1}`))
  expect(turnsOfTheLoop).toBeGreaterThan(5)
})

it('finds the newest result of a call and all results that changed a file', async () => {
  const { id } = newSession()
  const edits = Array.from({ length: 120 }, (_, n) => result(`e${n}`, n % 2 ? { diff: `@@ ${n}` } : { path: 'read' }))
  edits.forEach((edit, n) => storage.messages.append(id, edit, { lastSeq: n }))
  const again = { ...result('later', {}), toolCallId: 'call-e1' }
  storage.messages.append(id, again, { lastSeq: 200 })
  expect((await collect(storage.messages.changes(id))).map(({ meta }) => meta.diff)).toEqual(
    edits.map(({ meta }) => meta.diff).filter((diff) => diff !== undefined),
  )
  expect(storage.messages.toolResult(id, 'call-e1')).toEqual(again)
  expect(storage.messages.toolResult(id, 'call-none')).toBeUndefined()
})

it('opens one project per path, newest first, and brings a forgotten one back when it is opened again', () => {
  const a = storage.projects.open('/a 中文 🐱')
  now += 1
  const b = storage.projects.open('/b')
  storage.projects.forget(a.id)
  expect(storage.projects.recent(10)).toEqual([b])
  now += 1
  expect(storage.projects.open('/a 中文 🐱')).toEqual({ ...a, lastOpenedAt: now })
  expect(storage.projects.recent(10).map(({ id }) => id)).toEqual([a.id, b.id])
  expect(storage.projects.get('none')).toBeUndefined()
})

it('lists sessions of one project or of all, the last touched first, past fifty', () => {
  const ids = Array.from({ length: 120 }, (_, n) => {
    now += 1
    return newSession(n % 2 ? '/odd' : '/even').id
  })
  now += 1
  storage.sessions.update(ids[3] ?? '', { title: 'touched' })
  const odd = storage.sessions.get(ids[3] ?? '')?.projectId
  const expected = [ids[3], ...ids.toReversed().filter((id) => id !== ids[3])]
  expect(storage.sessions.list({ projectId: undefined, limit: 200 }).map(({ id }) => id)).toEqual(expected)
  expect(storage.sessions.list({ projectId: odd, limit: 55 }).map(({ id }) => id)).toEqual(
    expected.filter((id) => ids.indexOf(id ?? '') % 2 === 1).slice(0, 55),
  )
})

it.skipIf(process.platform === 'win32')('makes folder and files readable by their owner only', () => {
  newSession()
  const folder = join(home, 'inside')
  const modes = Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]))
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(modes).toEqual({ 'mewcode.db': 0o600, 'mewcode.db-wal': 0o600, 'mewcode.db-shm': 0o600 })
})

it('keeps usage rows with an unknown price', () => {
  const { id } = newSession()
  expect(() => storage.usage.add({ sessionId: id, turnId: 't', step: 1, provider: 'p', model: 'm', usage, at: 5 })).not.toThrow()
})

it('adds usage up by day, session and step; a sum with an unknown price has none', () => {
  const { id, projectId } = newSession()
  const noon = new Date(2026, 10, 29, 12).getTime()
  const add = (turnId: string, step: number, at: number, costUsd: number | null) =>
    storage.usage.add({ sessionId: id, turnId, step, provider: 'p', model: 'm', usage: { ...usage, costUsd }, at })
  add('t1', 1, noon - 86_400_000, 1)
  add('t2', 1, noon, 2)
  add('t2', 2, noon, null)
  const sum = (key: string, label: string, requests: number, costUsd: number | null) => ({
    key,
    label,
    requests,
    inputTokens: requests,
    outputTokens: 2 * requests,
    cacheReadTokens: 3 * requests,
    cacheWriteTokens: 4 * requests,
    costUsd,
  })
  expect(storage.usage.byDay(0)).toEqual([sum('2026-11-29', '', 2, null), sum('2026-11-28', '', 1, 1)])
  expect(storage.usage.byDay(noon)).toEqual([sum('2026-11-29', '', 2, null)])
  expect(storage.usage.bySession(projectId).map(({ key, requests, costUsd }) => [key, requests, costUsd])).toEqual([[id, 3, null]])
  expect(storage.usage.byStep(id)).toEqual([sum('t2:2', 'm', 1, null), sum('t2:1', 'm', 1, 2), sum('t1:1', 'm', 1, 1)])
})
