import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { makeSpillRoom } from '../compact/index.ts'
import { connectCore, type ConnectedCore, type ConnectCoreOptions } from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const page = Array.from({ length: 2_000 }, (_, line) => `line ${line} ${'x'.repeat(12)}`).join('\n')

it('puts previews in place of what is too long together, keeps the rest on disk, and opens it without a question', async () => {
  const spilled: string[] = []
  const app = await connect({
    files: { 'page.txt': page },
    script: (body, n) => {
      if (n === 0) return { calls: Array.from({ length: 8 }, () => ({ name: 'read_file', input: { path: 'page.txt' } })) }
      spilled.push(...[...JSON.stringify(body).matchAll(/All of it is in (\S+) :/g)].map(([, path]) => path ?? ''))
      if (n === 1) return { calls: [{ name: 'read_file', input: { path: spilled[0], limit: 3 } }] }
      return { text: 'done' }
    },
  })
  const sessionId = await app.newSession('default')
  expect((await app.run('go', { sessionId })).stopReason).toBe('end_turn')
  const results = app.events.of('tool.finished')
  const texts = results.slice(0, 8).map(({ content }) => (content[0]?.type === 'text' ? content[0].text : ''))
  expect(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)).toBeLessThanOrEqual(200_000)
  const whole = texts.filter((text) => !text.startsWith('(This result has'))
  expect([whole.length >= 3, whole.length < 8]).toEqual([true, true])
  // What one message was sent with is what the next one repeats, and nobody was asked.
  expect(app.events.of('approval.requested')).toEqual([])
  expect(results.at(-1)).toMatchObject({ isError: false })
  expect(JSON.stringify(results.at(-1)?.content)).toContain('line 0')
  const folder = join(app.platform.paths.home, 'sessions', sessionId, 'spill')
  expect(readdirSync(folder)).toHaveLength(8 - whole.length)
  expect(statSync(join(folder, readdirSync(folder)[0] ?? '')).mode & 0o777).toBe(0o600)
})

it('names the file a command has kept its whole output in', async () => {
  const app = await connect({
    script: [{ calls: [{ name: 'bash', input: { command: `node -e "process.stdout.write('界'.repeat(200000))"` } }] }, { text: 'done' }],
  })
  await app.run('go', { mode: 'bypassPermissions' })
  const [result] = app.events.of('tool.finished')
  expect(Buffer.byteLength(JSON.stringify(result?.content))).toBeLessThan(4_000)
  expect(JSON.stringify(result?.content)).toContain(`All of it is in ${result?.meta.spillPath} :`)
  expect(statSync(result?.meta.spillPath ?? '').size).toBe(600_000)
})

it('deletes the oldest beyond a session’s share of the disk', async () => {
  const app = await connect({})
  const sessionsDir = join(app.platform.paths.home, 'sessions')
  const place = (sessionId: string, name: string): string => join(sessionsDir, sessionId, 'spill', name)
  for (const [sessionId, name, days] of [
    ['a', 'newer.txt', 20],
    ['a', 'newest.txt', 1],
  ] as const) {
    mkdirSync(join(sessionsDir, sessionId, 'spill'), { recursive: true })
    writeFileSync(place(sessionId, name), 'x'.repeat(100))
    const at = Date.now() / 1000 - days * 86_400
    utimesSync(place(sessionId, name), at, at)
  }
  await makeSpillRoom(join(sessionsDir, 'a'), 150)
  expect([existsSync(place('a', 'newer.txt')), existsSync(place('a', 'newest.txt'))]).toEqual([false, true])
})
