import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectCore, type ConnectedCore } from '../testing/index.ts'

let core: ConnectedCore

beforeEach(async () => {
  core = await connectCore({
    files: { 'a.txt': 'alpha\n' },
    script: (_body, n) =>
      n === 0 ? { text: '看看', calls: [{ name: 'read_file', input: { path: 'a.txt' } }] } : { text: `完成 DONE 量子纠缠 ${n}` },
  })
})
afterEach(() => core.close())

async function talk(text: string): Promise<string> {
  const sessionId = await core.newSession()
  await core.run(text, { sessionId })
  return sessionId
}

it('lists pinned sessions first and archived ones apart, whatever their age', async () => {
  const old = await talk('first')
  const recent = await talk('second')
  expect(await core.rpc.sessions.pin({ sessionId: old, pinned: true })).toMatchObject({ id: old, pinned: true, archived: false })
  expect((await core.rpc.sessions.list({})).map(({ id }) => id)).toEqual([old, recent])
  await core.rpc.sessions.archive({ sessionId: old, archived: true })
  expect((await core.rpc.sessions.list({})).map(({ id }) => id)).toEqual([recent])
  expect((await core.rpc.sessions.list({ archived: true })).map(({ id }) => id)).toEqual([old])
  expect(core.appEvents.filter(({ type }) => type === 'sessions.changed')).toHaveLength(2)
})

it('deletes a session with its rows, its files and its place in the search', async () => {
  const gone = await talk('remove me')
  const stays = await talk('keep me')
  const folder = join(core.platform.paths.home, 'sessions')
  const { path } = await core.rpc.files.ticket({ kind: 'upload', sessionId: gone, name: 'n.txt', size: 3 })
  await core.core.tickets.put(path, Buffer.from('abc'))
  expect(readdirSync(folder)).toContain(gone)
  await core.rpc.sessions.delete({ sessionId: gone })
  expect(existsSync(join(folder, gone))).toBe(false)
  await expect(core.rpc.sessions.open({ sessionId: gone })).rejects.toMatchObject({ code: 'session.not_found' })
  const { hits } = await core.rpc.sessions.search({ text: '量子纠缠' })
  expect(hits.map(({ session }) => session.id)).toEqual([stays])
})

it('does not delete a session that runs, nor any of several when one of them does', async () => {
  const idle = await talk('idle')
  const busy = await core.newSession()
  const started = core.rpc.turns.start({ sessionId: busy, text: 'work' })
  await started
  await expect(core.rpc.sessions.delete({ sessionId: busy })).rejects.toMatchObject({ code: 'session.busy' })
  const { projectId } = (await core.rpc.sessions.open({ sessionId: idle })).session
  await expect(core.rpc.data.deleteProject({ projectId })).rejects.toMatchObject({ code: 'session.busy' })
  await core.events.waitFor('turn.finished', (event) => event.sessionId === busy)
  expect(await core.rpc.sessions.list({})).toHaveLength(2)
  expect(await core.rpc.data.deleteProject({ projectId })).toEqual({ deleted: 2 })
})

it.each(['json', 'jsonl'] as const)('an export as %s comes back as a session that goes on', async (format) => {
  const sessionId = await talk('修改文件\nplease')
  const before = await exported(sessionId, format)
  const { path } = await core.rpc.sessions.import({ name: `x.${format}`, size: before.length })
  const result = await core.core.tickets.put(path, Buffer.from(before))
  if (result.kind !== 'session') throw new Error(result.kind)
  expect(result.skipped).toEqual([])
  expect(result.session).toMatchObject({ title: '修改文件', messages: 3 })
  const [first, second] = await Promise.all([sessionId, result.session.id].map((id) => core.rpc.sessions.open({ sessionId: id })))
  expect(second?.rows.map(plain)).toEqual(first?.rows.map(plain))
  if (format === 'json') expect(result.session).toMatchObject({ createdAt: first?.session.createdAt, updatedAt: first?.session.updatedAt })
  const again = withoutIds(await exported(result.session.id, format))
  if (format === 'json') expect(JSON.parse(again)).toEqual(JSON.parse(withoutIds(before)))
  else expect(again).toBe(withoutIds(before))
  expect(await core.run('go on', { sessionId: result.session.id })).toMatchObject({ stopReason: 'end_turn' })
})

async function exported(sessionId: string, format: 'json' | 'jsonl'): Promise<string> {
  const { path } = await core.rpc.sessions.export({ sessionId, format })
  return core.core.tickets.get(path)
}

function plain(row: object): object {
  const { kind, text, name, input, content, state } = row as Record<string, unknown>
  return { kind, text, name, input, content, state }
}

function withoutIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
}
