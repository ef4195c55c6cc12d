import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../base/clock.ts'
import { startChild } from '../testing/child-process.ts'
import { connect } from './connection.ts'
import { openStorage } from './index.ts'
import { migrations } from './migrations.ts'
import { openDatabase } from './open.ts'
import type { Storage } from './types.ts'

let home: string
let path: string
const opened: Storage[] = []

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'mewcode-durability-'))
  path = join(home, 'mewcode.db')
})
afterEach(async () => {
  for (const storage of opened.splice(0)) await storage.close()
  rmSync(home, { recursive: true, force: true })
})

async function open(at = path): Promise<Storage> {
  const storage = await openStorage({ path: at, clock: systemClock, log: { log: () => undefined }, program: 'test' })
  opened.push(storage)
  return storage
}

function newSession(storage: Storage): string {
  const project = storage.projects.open('/p')
  return storage.sessions.create({ projectId: project.id, title: 'kept', provider: 'p', model: 'm', mode: 'default' }).id
}

it('loses no message that was stored before a process is killed, and stores none by half', async () => {
  const storage = await open()
  for (let round = 0; round < 3; round += 1) {
    const sessionId = newSession(storage)
    const writer = startChild('./storage-child.ts', ['write', path, sessionId, `${round}-`])
    let told = 0
    while (told < 20 * (round + 1)) told = Number((await writer.lines.next()).value)
    await writer.kill()
    const stored: string[] = []
    for await (const message of storage.messages.all(sessionId)) stored.push(message.id)
    expect(stored.length).toBeGreaterThanOrEqual(told)
    expect(stored).toEqual(stored.map((_, index) => `${round}-${index + 1}`))
    expect(storage.sessions.get(sessionId)).toMatchObject({ lastSeq: stored.length, messages: stored.length })
  }
}, 30_000)

it('refuses a file of a newer version and leaves it as it is', async () => {
  newSession(await open())
  for (const storage of opened.splice(0)) await storage.close()
  const newer = new Database(path)
  newer.pragma('user_version = 99')
  newer.pragma('journal_mode = DELETE')
  newer.close()
  const before = readFileSync(path)
  await expect(open()).rejects.toMatchObject({ code: 'storage.newer', params: { found: '99', known: String(migrations.length), path } })
  const after = new Database(path)
  expect(after.pragma('user_version', { simple: true })).toBe(99)
  after.close()
  expect(readFileSync(path).subarray(100)).toEqual(before.subarray(100))
})

it.each([
  ['text', () => writeFileSync(path, 'this is no database\n'.repeat(500))],
  ['a torn first page', () => truncateSync(path, 2_000)],
  ['a header of zeros', () => writeFileSync(path, Buffer.concat([Buffer.alloc(4_096), readFileSync(path).subarray(4_096)]))],
])('sets %s aside unchanged, starts afresh and says so', async (_, damage) => {
  newSession(await open())
  for (const storage of opened.splice(0)) await storage.close()
  damage()
  const bytes = readFileSync(path)
  const storage = await open()
  expect(storage.problems.map(({ code }) => code)).toEqual(['storage.set_aside'])
  const kept = storage.problems[0]?.params.path ?? ''
  expect(readFileSync(kept)).toEqual(bytes)
  expect(storage.sessions.list({ projectId: undefined, limit: 10 })).toEqual([])
  newSession(storage)
  await storage.close()
  opened.pop()
  expect((await open()).problems).toEqual([])
})

it('checks the whole file at the next start after it met damage, and takes over what can be read of it', async () => {
  const first = await open()
  const sessionId = newSession(first)
  for (let n = 1; n <= 200; n += 1) {
    const message = {
      role: 'user',
      id: `m${n}`,
      turnId: 't',
      createdAt: n,
      text: 'x'.repeat(3_000),
      attachments: [],
      reminders: [],
    } as const
    first.messages.append(sessionId, message, { lastSeq: n })
  }
  await first.close()
  opened.pop()
  const bytes = readFileSync(path)
  writeFileSync(path, Buffer.concat([bytes.subarray(0, 400_000), Buffer.alloc(100_000, 0x5a), bytes.subarray(500_000)]))
  const second = await open()
  expect(second.problems).toEqual([])
  const readEverything = async (): Promise<void> => {
    for await (const message of second.messages.all(sessionId)) expect(message).toBeDefined()
  }
  await expect(readEverything()).rejects.toMatchObject({ code: 'storage.broken' })
  await second.close()
  opened.pop()
  const third = await open()
  expect(third.problems.map(({ code }) => code)).toEqual(['storage.recovered'])
  const { path: kept = '', messages } = third.problems[0]?.params ?? {}
  expect(existsSync(kept)).toBe(true)
  const recovered: string[] = []
  for await (const message of third.messages.all(sessionId)) recovered.push(message.id)
  expect(recovered.length).toBe(Number(messages))
  // From both sides of the damage.
  expect(recovered.length).toBeGreaterThan(100)
  expect(recovered).toEqual(expect.arrayContaining(['m1', 'm200']))
})

it('copies the file before it migrates it, once, and migrates in one piece or not at all', async () => {
  const first = await openDatabase(path, { migrations: ['CREATE TABLE a (x)', 'INSERT INTO a VALUES (1)'], nowMs: Date.now() })
  first.db.close()
  const broken = openDatabase(path, { migrations: ['', '', 'CREATE TABLE b (x); INSERT INTO nowhere VALUES (1)'], nowMs: Date.now() })
  await expect(broken).rejects.toThrow('nowhere')
  const good = await openDatabase(path, { migrations: ['', '', 'CREATE TABLE b (x)'], nowMs: Date.now() })
  expect(good.db.prepare('SELECT count(*) AS n FROM b').get()).toEqual({ n: 0 })
  good.db.close()
  const copy = new Database(`${path}.before-0003`, { readonly: true })
  expect(copy.prepare('SELECT * FROM a').all()).toEqual([{ x: 1 }])
  expect(copy.pragma('user_version', { simple: true })).toBe(2)
  copy.close()
  expect(statSync(`${path}.before-0003`).mode & 0o777).toBe(0o600)
  expect(readdirSync(home).filter((name) => name.includes('before') && !/-(wal|shm)$/.test(name))).toEqual(['mewcode.db.before-0003'])
})

it('lets two processes open and migrate a new file at the same time', async () => {
  const all = await Promise.all([open(), open(), open()])
  newSession(all[0] ?? (await open()))
  expect(all.map((storage) => storage.sessions.list({ projectId: undefined, limit: 9 }).length)).toEqual([1, 1, 1])
})

it('says that a place cannot be written', async () => {
  writeFileSync(join(home, 'file'), '')
  await expect(open(join(home, 'file', 'mewcode.db'))).rejects.toMatchObject({ code: 'storage.unwritable' })
  mkdirSync(join(home, 'folder.db'))
  await expect(open(join(home, 'folder.db'))).rejects.toMatchObject({ code: 'storage.unwritable' })
})

it('says that the disk is full and keeps what was stored before', async () => {
  const { db } = await openDatabase(path, { migrations: ['CREATE TABLE a (x)'], nowMs: Date.now() })
  const connection = connect(db, () => undefined)
  const insert = connection.statement('INSERT INTO a VALUES ($x)')
  insert.run({ x: 'small' })
  db.pragma('max_page_count = 4')
  expect(() => insert.run({ x: 'x'.repeat(100_000) })).toThrow(expect.objectContaining({ code: 'storage.full' }))
  expect(connection.statement('SELECT x FROM a').all()).toEqual([{ x: 'small' }])
  connection.close()
})

it('keeps nothing on disk for :memory:', async () => {
  newSession(await open(':memory:'))
  expect(readdirSync(home)).toEqual([])
})
