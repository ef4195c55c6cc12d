import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStorage } from '../index.ts'
import type { Storage } from '../types.ts'

let home: string
let storage: Storage

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'mewcode-import-'))
  storage = await openStorage({
    path: join(home, 'mewcode.db'),
    clock: { now: () => 1, wait: async () => undefined },
    log: { log: () => undefined },
    program: 'test',
  })
})
afterEach(async () => {
  await storage.close()
  rmSync(home, { recursive: true, force: true })
})

it('what did not come in whole is seen nowhere and swept away by the same process', async () => {
  const lines = ['first', 'second'].map((content) => JSON.stringify({ role: 'user', content, ts: 1 }))
  const { id: projectId } = storage.projects.open('/p')
  const file = {
    projectId,
    name: 'a.jsonl',
    bytes: Buffer.from(`${lines.join('\n')}\n`),
    known: [],
    provider: 'p',
    model: 'm',
    mode: 'default' as const,
  }
  const disk = new Database(join(home, 'mewcode.db'))
  disk.exec(`CREATE TRIGGER full BEFORE INSERT ON messages BEGIN SELECT RAISE(ABORT, 'no room'); END`)
  await expect(storage.bulk.import(file)).rejects.toThrow('no room')
  disk.exec('DROP TRIGGER full')
  disk.close()
  expect(storage.sessions.list({ projectId, limit: 10 })).toEqual([])
  expect(await storage.bulk.tidy()).toHaveLength(1)

  const { sessionId } = await storage.bulk.import(file)
  expect(await storage.bulk.tidy()).toEqual([])
  expect(storage.sessions.list({ projectId, limit: 10 }).map(({ id }) => id)).toEqual([sessionId])
})
