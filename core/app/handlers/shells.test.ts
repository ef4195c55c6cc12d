import { readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import type { SessionEventOf } from '../../contract/events.ts'
import { connectCore, followSession, type ConnectCoreOptions, type ConnectedCore } from '../../testing/index.ts'

let app: ConnectedCore
afterEach(() => app.close())

const background = (command: string) => ({ calls: [{ name: 'bash', input: { command, background: true } }] })

/** A session whose first turn has started `command` in the background. */
async function withShell(command: string, more: ConnectCoreOptions = {}): Promise<{ sessionId: string; shellId: string }> {
  app = await connectCore({ script: [background(command), { text: 'Runs.' }, { text: 'Fine.' }], ...more })
  const sessionId = await app.newSession('bypassPermissions')
  await app.run('start it', { sessionId })
  const [first] = app.events.of('shell.updated')
  return { sessionId, shellId: first?.shellId ?? '' }
}

const ended = (event: SessionEventOf<'shell.updated'>): boolean => event.state !== 'running'

it('shows a background shell while it runs and after it ended, the same by events and by a new snapshot', async () => {
  const { sessionId, shellId } = await withShell('echo up; while [ ! -e go ]; do sleep 0.02; done; echo bye; exit 4')
  const follow = await followSession(app, sessionId)
  const running = { shellId, command: expect.stringContaining('echo up'), state: 'running', chars: 3, tail: 'up\n' }
  expect(await app.rpc.shells.list({ sessionId })).toMatchObject([running])
  expect((await app.rpc.sessions.open({ sessionId })).shells).toMatchObject([running])
  app.project.write('go', '')
  const end = await app.events.waitFor('shell.updated', ended)
  expect(end).toMatchObject({ turnId: '', state: 'exited', exitCode: 4, tail: 'up\nbye\n', endedAt: expect.any(Number) })
  const [shell] = await app.rpc.shells.list({ sessionId })
  expect(follow().shells).toEqual([shell])
  expect((await app.rpc.sessions.open({ sessionId })).shells).toEqual([shell])
  expect(await app.rpc.shells.tail({ sessionId, shellId })).toEqual({ text: 'up\nbye\n', chars: 7 })
})

it('tells the model with the next prompt that one ended meanwhile', async () => {
  const { sessionId, shellId } = await withShell('while [ ! -e go ]; do sleep 0.02; done; exit 4')
  app.project.write('go', '')
  await app.events.waitFor('shell.updated', ended)
  await app.run('and?', { sessionId })
  const asked = JSON.stringify(app.model.requests.at(-1)?.body)
  expect(asked).toContain(`The background shell ${shellId} (while [ ! -e go ]; do sleep 0.02; done; exit 4) ended with exit code 4`)
})

it('stops one for a person, and is asked in vain by windows of other folders', async () => {
  const { sessionId, shellId } = await withShell('echo pid=$$; sleep 100')
  const other = await app.openWindow({ path: app.platform.paths.temp })
  for (const call of [other.rpc.shells.list({ sessionId }), other.rpc.shells.stop({ sessionId, shellId })]) {
    await expect(call).rejects.toMatchObject({ code: 'session.not_found' })
  }
  await expect(app.rpc.shells.stop({ sessionId, shellId: 'sh_none' })).rejects.toMatchObject({ code: 'shell.not_found' })
  await expect(app.rpc.shells.tail({ sessionId, shellId: 'sh_none' })).rejects.toMatchObject({ code: 'shell.not_found' })
  expect(await app.rpc.shells.stop({ sessionId, shellId })).toMatchObject({ state: 'stopped', exitCode: 143 })
  const { text } = await app.rpc.shells.tail({ sessionId, shellId })
  expect(() => readFileSync(`/proc/${/\d+/.exec(text)?.[0]}/stat`)).toThrow('ENOENT')
})

it('outlives a cancelled turn and ends with the core', async () => {
  app = await connectCore({ script: [background('echo pid=$$; sleep 100'), { text: 'wait', hang: 'stream' }] })
  const sessionId = await app.newSession('bypassPermissions')
  await app.rpc.turns.start({ sessionId, text: 'go' })
  const { tail } = await app.events.waitFor('shell.updated', ({ chars }) => chars > 0)
  await app.events.waitFor('text.delta')
  await app.rpc.turns.cancel({ sessionId })
  expect((await app.rpc.shells.list({ sessionId })).map(({ state }) => state)).toEqual(['running'])
  const started = performance.now()
  await app.core.close()
  expect(performance.now() - started).toBeLessThan(2_500)
  expect(() => readFileSync(`/proc/${/\d+/.exec(tail)?.[0]}/stat`)).toThrow('ENOENT')
})
