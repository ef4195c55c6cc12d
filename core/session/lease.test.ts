import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startChild } from '../testing/child-process.ts'
import { connectCore } from '../testing/index.ts'

it('leaves a session that another process drives alone, and takes it over once that one is killed', async () => {
  const app = await connectCore({ script: [{ text: 'one' }, { text: 'two' }] })
  const sessionId = await app.newSession()
  await app.run('first', { sessionId })
  const before = await app.rpc.sessions.open({ sessionId })
  const other = startChild('./storage-child.ts', ['hold', join(app.platform.paths.home, 'mewcode.db'), sessionId])
  try {
    expect(JSON.parse((await other.lines.next()).value)).toEqual({ ok: true })
    const refused = [
      () => app.rpc.turns.start({ sessionId, text: 'second' }),
      () => app.rpc.sessions.setMode({ sessionId, mode: 'plan' }),
      () => app.rpc.sessions.rename({ sessionId, title: 'mine' }),
    ]
    for (const call of refused) await expect(call()).rejects.toMatchObject({ code: 'session.busy' })
    expect(await app.rpc.sessions.open({ sessionId })).toEqual(before)
  } finally {
    await other.kill()
  }
  expect((await app.run('second', { sessionId })).stopReason).toBe('end_turn')
  await app.close()
})
