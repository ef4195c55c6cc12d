import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startChild, type TestChild } from '../testing/child-process.ts'
import { type Connection, connect } from './connection.ts'
import { openStorage } from './index.ts'
import { createLeaseRepository } from './leases.ts'
import { openDatabase } from './open.ts'
import { type ProcessIdentity, thisProcess } from './process-identity.ts'
import { migrations } from './migrations.ts'

const children: TestChild[] = []
const clock = { now: () => now, wait: () => Promise.resolve() }
let now = 1_000_000
let home: string
let path: string
let sessionId: string
let connection: Connection

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'mewcode-leases-'))
  path = join(home, 'mewcode.db')
  const storage = await openStorage({ path, clock, log: { log: () => undefined }, program: 'test' })
  const project = storage.projects.open('/p')
  sessionId = storage.sessions.create({ projectId: project.id, title: '', provider: 'p', model: 'm', mode: 'default' }).id
  await storage.close()
  connection = connect((await openDatabase(path, { migrations, nowMs: Date.now() })).db, () => undefined)
})
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill()
  connection.close()
  rmSync(home, { recursive: true, force: true })
})

/** Leases as the process `who` would take them. */
function leasesOf(who: Partial<ProcessIdentity> = {}) {
  return createLeaseRepository(connection, clock, { ...thisProcess('here', 'test'), ...who })
}

it('gives a session to one process, tells the other who has it, and frees it at once when that one is killed', async () => {
  const { hostname } = await import('node:os')
  const holder = startChild('./storage-child.ts', ['hold', path, sessionId])
  children.push(holder)
  expect(JSON.parse((await holder.lines.next()).value)).toEqual({ ok: true })
  const storage = await openStorage({ path, clock, log: { log: () => undefined }, program: 'test' })
  // However long ago it renewed: it is alive.
  now = Date.now() + 3_600_000
  expect(storage.leases.acquire(sessionId)).toEqual({ ok: false, holder: { host: hostname(), pid: holder.child.pid, program: 'child' } })
  const second = startChild('./storage-child.ts', ['hold', path, sessionId])
  children.push(second)
  expect(JSON.parse((await second.lines.next()).value)).toMatchObject({ ok: false })
  await holder.kill()
  expect(storage.leases.acquire(sessionId)).toEqual({ ok: true })
  await storage.close()
})

it.runIf(process.platform === 'linux')('sees that a number now belongs to another process', () => {
  expect(leasesOf({ startedAt: '1' }).acquire(sessionId)).toEqual({ ok: true })
  expect(leasesOf().acquire(sessionId)).toEqual({ ok: true })
})

it.runIf(process.platform === 'linux')('frees what a process held before the machine was started again', () => {
  const [, pidSpace] = thisProcess('here', '').bootId.split(' ')
  expect(leasesOf({ bootId: `another-boot ${pidSpace}` }).acquire(sessionId)).toEqual({ ok: true })
  expect(leasesOf().acquire(sessionId)).toEqual({ ok: true })
})

it.each([
  ['on another host', { host: 'elsewhere', pid: 999_999 }],
  ['in another container of the same name', { pid: 999_999, bootId: `${thisProcess('', '').bootId.split(' ')[0]} pid:[1]` }],
])('keeps a lease %s for 30 s after its last sign of life', (_, who) => {
  const theirs = leasesOf(who)
  theirs.acquire(sessionId)
  now += 29_999
  expect(leasesOf().acquire(sessionId)).toMatchObject({ ok: false })
  theirs.renew()
  now += 29_999
  expect(leasesOf().acquire(sessionId)).toMatchObject({ ok: false })
  now += 1
  expect(leasesOf().acquire(sessionId)).toEqual({ ok: true })
})

it('goes by the process number, then by signs of life, where the system tells no start time', () => {
  const me = leasesOf({ bootId: '', startedAt: '' })
  leasesOf({ bootId: '', startedAt: '', pid: 2 ** 22 + 1 }).acquire(sessionId)
  expect(me.acquire(sessionId)).toEqual({ ok: true })
  me.release(sessionId)
  leasesOf({ bootId: '', startedAt: '', pid: process.ppid }).acquire(sessionId)
  now += 29_999
  expect(me.acquire(sessionId)).toMatchObject({ ok: false })
  now += 1
  expect(me.acquire(sessionId)).toEqual({ ok: true })
})

it('gives back only its own leases', () => {
  const [mine, theirs] = [leasesOf(), leasesOf({ host: 'elsewhere' })]
  mine.acquire(sessionId)
  theirs.release(sessionId)
  theirs.releaseAll()
  expect(theirs.acquire(sessionId)).toMatchObject({ ok: false })
  mine.releaseAll()
  expect(theirs.acquire(sessionId)).toEqual({ ok: true })
})
