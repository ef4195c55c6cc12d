import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../base/clock.ts'
import { connectCore, type ConnectedCore, type ConnectCoreOptions } from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

it('tells what fills the window, before the first request too, and the largest results', async () => {
  const app = await connect({
    providerYaml: '    context_window: 60000\n',
    files: { 'big.txt': 'a line of words\n'.repeat(1_500), 'small.txt': 'x' },
    script: [{ calls: ['small.txt', 'big.txt'].map((path) => ({ name: 'read_file', input: { path } })) }, { text: 'done' }],
  })
  writeFileSync(join(app.platform.paths.home, 'MEWCODE.md'), 'Be brief. '.repeat(400))
  const sessionId = await app.newSession()
  const fresh = await app.rpc.sessions.context({ sessionId })
  expect(fresh).toMatchObject({ window: 60_000, reserve: 12_000, compactsAt: 40_200, largest: [] })
  expect(fresh.parts.map(({ part }) => part)).toEqual(['system', 'tools', 'instructions', 'skills'])
  expect(fresh.parts[2]?.tokens).toBeGreaterThan(900)
  await app.run('read them', { sessionId })
  const used = await app.rpc.sessions.context({ sessionId })
  expect(used.parts.map(({ part }) => part)).toEqual(['system', 'tools', 'instructions', 'skills', 'history', 'results'])
  expect(used.parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(used.used)
  expect(used.used + used.free + used.reserve).toBe(used.window)
  expect(used.largest.map(({ name, about }) => [name, about])).toEqual([
    ['read_file', 'big.txt'],
    ['read_file', 'small.txt'],
  ])
  // Nobody was asked for it.
  expect(app.model.requests).toHaveLength(2)
})

it('tells the model of a pause of more than six hours, and of none that is shorter', async () => {
  let ahead = 0
  const app = await connect({
    clock: { ...systemClock, now: () => systemClock.now() + ahead },
    script: [{ text: 'one' }, { text: 'two' }, { text: 'three' }],
  })
  const sessionId = await app.newSession()
  await app.run('first', { sessionId })
  ahead += 5 * 3_600_000
  await app.run('second', { sessionId })
  ahead += 7 * 3_600_000
  const next = await app.restart()
  const { turnId } = await next.rpc.turns.start({ sessionId, text: 'third' })
  await next.events.waitFor('turn.finished', (event) => event.turnId === turnId)
  const said = app.model.requests.map(({ raw }) => raw.match(/paused for (\d+ hours)/)?.[1])
  expect(said).toEqual([undefined, undefined, '7 hours'])
})
