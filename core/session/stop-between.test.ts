import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { connectHookedCore, followSession } from '../testing/index.ts'

it('an answer that was whole before the turn was stopped is shown whole, while it is followed and when it is opened again', async () => {
  const waits = 'touch "$MEWCODE_HOME/began"; sleep 60'
  const core = await connectHookedCore({
    script: [{ text: 'fine' }],
    rules: `  - { name: waits, event: Stop, action: { type: shell, command: '${waits}' } }`,
  })
  onTestFinished(() => core.close())
  const sessionId = await core.newSession()
  const view = await followSession(core, sessionId)
  await core.rpc.turns.start({ sessionId, text: 'go' })
  await vi.waitFor(() => expect(existsSync(join(core.platform.paths.home, 'began'))).toBe(true), { timeout: 5_000 })
  await core.rpc.turns.cancel({ sessionId })
  await core.events.waitFor('turn.finished', (event) => event.sessionId === sessionId)
  const { rows } = await core.rpc.sessions.open({ sessionId })
  expect(view().rows).toEqual(rows)
  expect(rows.map((row) => [row.kind, 'interrupted' in row && row.interrupted])).toEqual([
    ['user', false],
    ['text', false],
    ['ending', false],
  ])
  expect(rows.at(-1)).toMatchObject({ stopReason: 'cancelled' })
})
