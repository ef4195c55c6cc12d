import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Message } from '../../contract/messages.ts'
import { openStorage } from '../index.ts'
import type { SearchQuery, Storage } from '../types.ts'

let home: string
let storage: Storage
let last = 0

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'mewcode-search-'))
  storage = await open()
})
afterEach(async () => {
  await storage.close()
  rmSync(home, { recursive: true, force: true })
})

const open = (): Promise<Storage> =>
  openStorage({
    path: join(home, 'mewcode.db'),
    clock: { now: () => last, wait: async () => undefined },
    log: { log: () => undefined },
    program: 'test',
  })

function session(title: string, project = '/p'): string {
  last += 1
  const { id } = storage.projects.open(project)
  return storage.sessions.create({ projectId: id, title, provider: 'p', model: 'm', mode: 'default' }).id
}

function say(sessionId: string, text: string, reminders: string[] = []): string {
  last += 1
  const id = `m${last}`
  storage.messages.append(sessionId, { role: 'user', id, turnId: id, createdAt: last, text, attachments: [], reminders }, { lastSeq: last })
  return id
}

async function find(text: string, query: Partial<SearchQuery> = {}): Promise<string[]> {
  const { found } = await storage.bulk.search({ text, projectId: undefined, limit: 50, ...query })
  return found.flatMap(([, snippets]) => snippets.map((snippet) => snippet.messageId ?? `title:${snippet.text}`))
}

it('finds letters of both cases, Chinese, emoji, quotes and code within words, newest first', async () => {
  const id = session('关于 Parser')
  const first = say(id, '量子纠缠的 parseThing("x") 完成')
  const second = say(id, 'ÜBER the PARSETHING 🦀 crab')
  expect(await find('parsething')).toEqual([second, first])
  expect(await find('子纠缠')).toEqual([first])
  expect(await find('thing("x')).toEqual([first])
  expect(await find('über')).toEqual([second])
  expect(await find('🦀')).toEqual([second])
  expect(await find('纠缠')).toEqual([first])
  expect(await find('parser')).toEqual(['title:关于 Parser'])
  expect(await find('% _ *')).toEqual([])
  expect(await find('thing AND the')).toEqual([])
})

it('finds answers, arguments and outputs, and nothing of thinking, reminders and summaries', async () => {
  const id = session('T')
  const base = { turnId: 't', createdAt: 1 }
  const messages: Message[] = [
    { role: 'user', id: 'u', ...base, text: 'plain', attachments: [], reminders: ['secretword reminder'] },
    {
      role: 'assistant',
      id: 'a',
      ...base,
      step: 1,
      provider: 'p',
      model: 'm',
      parts: [
        { type: 'thinking', text: 'secretword thinking' },
        { type: 'text', text: 'spoken answer' },
        { type: 'tool_call', toolCallId: 'c', name: 'bash', input: { command: 'ls --weird-flag' }, category: 'exec', readOnly: false },
      ],
    },
    {
      role: 'tool',
      id: 'r',
      ...base,
      toolCallId: 'c',
      name: 'bash',
      content: [{ type: 'text', text: `output text ${'x'.repeat(9_000)} beyond` }],
      isError: false,
      durationMs: 1,
      meta: {},
    },
    { role: 'reminder', id: 'x', ...base, texts: ['secretword again'] },
  ]
  for (const message of messages) storage.messages.append(id, message, { lastSeq: 1 })
  expect(await find('spoken')).toEqual(['a'])
  expect(await find('weird-flag')).toEqual(['a'])
  expect(await find('output text')).toEqual(['r'])
  expect(await find('output text', { role: 'user' })).toEqual([])
  expect([await find('secretword'), await find('beyond')]).toEqual([[], []])
})

it('keeps to a project and to a time, and shows what stands around each place', async () => {
  const [here, there] = [session('one', '/p'), session('two', '/q')]
  const old = say(here, `${'word '.repeat(30)}needle in ${'hay '.repeat(60)}needle`)
  const other = say(there, 'a needle elsewhere')
  const projectId = storage.sessions.get(here)?.projectId
  expect(await find('needle', { projectId })).toEqual([old])
  expect(await find('needle', { since: last })).toEqual([other])
  expect(await find('needle', { until: last - 1 })).toEqual([old])
  const { found } = await storage.bulk.search({ text: 'NEEDLE', projectId, limit: 5 })
  const snippet = found[0]?.[1][0]
  expect(snippet?.matches.map(({ start, end }) => snippet.text.slice(start, end))).toEqual(['needle'])
  expect(snippet?.text.length).toBeLessThanOrEqual(200)
})

it('goes through a long history page by page for a text under three letters', async () => {
  const id = session('long')
  const hit = say(id, 'qz at the bottom')
  for (let n = 0; n < 4_100; n += 1) say(id, `line ${n}`)
  const pages: string[][] = []
  let next: string | undefined
  do {
    const page = await storage.bulk.search({ text: 'qz', projectId: undefined, limit: 9, next })
    pages.push(page.found.flatMap(([, snippets]) => snippets.map(({ messageId }) => messageId ?? '')))
    next = page.next ?? undefined
  } while (next !== undefined)
  expect(pages).toEqual([[], [], [hit]])
})

it('puts into the index what was stored before there was one', async () => {
  const id = session('old')
  const ids = Array.from({ length: 120 }, (_, n) => say(id, `ancient text ${n}`))
  await storage.close()
  const db = new Database(join(home, 'mewcode.db'))
  db.exec("INSERT INTO search (search) VALUES ('delete-all'); INSERT INTO search_backlog SELECT max(n) FROM messages")
  db.close()
  storage = await open()
  const added = say(id, 'ancient text, said today')
  expect(await find('text 119')).toEqual([ids[119]])
  expect(await find('text 0')).toEqual([ids[0]])
  expect(await find('said today')).toEqual([added])
})

it('a text with a NUL, a half letter or words of the index’s own language is a text like any other', async () => {
  const id = say(session('T'), 'one\u0000two NEAR(three) "four" text:five')
  for (const text of ['one\u0000two', 'NEAR(three)', '"four"', 'text:five', '"four" text:five']) expect(await find(text)).toEqual([id])
  for (const text of ['\ud800\ud800\ud800', 'one" OR "two', '\u0000\u0000\u0000', '* * *']) expect(await find(text)).toEqual([])
})
