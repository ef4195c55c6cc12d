import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../base/clock.ts'
import { fromMessages } from '../contract/fold.ts'
import type { Message } from '../contract/messages.ts'
import { openStorage } from '../storage/index.ts'
import { connectCore, followSession, type ConnectedCore, type ConnectCoreOptions, type ModelStep } from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const pieces = ['one ', 'two ', 'three ', 'four ', 'five ', 'six ', 'seven ', 'eight ']

/** Lets the stream go on from the event `at` when `open()` is called. */
function gateBefore(at: number): { step: Pick<ModelStep, 'before'>; open: () => void } {
  const gate = Promise.withResolvers<void>()
  return { step: { before: (event) => (event === at ? gate.promise : undefined) }, open: gate.resolve }
}

describe.each(['anthropic', 'openai'] as const)('the snapshot over %s', (protocol) => {
  it('shows a page that reloads mid-stream what a page that never did shows, then and at the end', async () => {
    const gate = gateBefore(6)
    const app = await connect({
      protocol,
      files: { 'a.txt': 'a\n' },
      script: [
        {
          text: 'look',
          calls: [
            { name: 'read_file', input: { path: 'a.txt' } },
            { name: 'bash', input: { command: 'echo hi' } },
          ],
        },
        { pieces, ...gate.step },
        { text: 'bye' },
      ],
    })
    const sessionId = await app.newSession('bypassPermissions')
    const never = await followSession(app, sessionId)
    await app.rpc.turns.start({ sessionId, text: 'go' })
    await app.events.waitFor('text.delta', (event) => event.text.includes('three'))
    const page = app.reload((await app.openWindow()).caller)
    const reloaded = await followSession(page, sessionId)
    expect(reloaded().rows.length).toBeGreaterThan(3)
    expect(reloaded()).toEqual(never())
    gate.open()
    await app.events.waitFor('turn.finished')
    await page.events.waitFor('turn.finished')
    expect(reloaded()).toEqual(never())
    const fresh = await app.rpc.sessions.open({ sessionId })
    expect(fresh).toEqual(JSON.parse(JSON.stringify(never())))
  })

  it('says how long the model thought, the same from events and from storage', async () => {
    let now = systemClock.now()
    const clock = { ...systemClock, now: () => (now += 1) }
    const app = await connect({ protocol, clock, script: [{ thinking: 'what is it, what may it be, and how does it hold', text: 'so' }] })
    const sessionId = await app.newSession()
    const never = await followSession(app, sessionId)
    await app.rpc.turns.start({ sessionId, text: 'go' })
    await app.events.waitFor('turn.finished')
    const thought = never().rows.find((row) => row.kind === 'thinking')
    expect(thought?.durationMs).toBe(app.events.of('thinking.delta').at(-1)?.durationMs)
    expect(thought?.durationMs).toBeGreaterThan(0)
    const next = await app.restart()
    expect((await next.rpc.sessions.open({ sessionId })).rows.find((row) => row.kind === 'thinking')).toEqual(thought)
  })

  it('holds the very rows that reading the stored messages gives', async () => {
    const app = await connect({
      protocol,
      files: { 'a.txt': 'a\n' },
      script: [
        {
          text: 'look',
          calls: [{ name: 'read_file', input: { path: 'a.txt' } }, { name: 'read_file', input: { path: 'none.txt' } }, { name: 'nothing' }],
          unoffered: true,
        },
        { calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'b\n' } }] },
        { text: 'bye' },
      ],
    })
    const sessionId = await app.newSession('bypassPermissions')
    const view = await followSession(app, sessionId)
    await app.run('go', { sessionId })
    expect(view().rows).toEqual(fromMessages(await storedMessages(app, sessionId)))
  })
})

describe('the snapshot', () => {
  it('gives the newest rows first and older ones by pages that meet without a seam', async () => {
    const steps = Array.from({ length: 40 }, (_, n): ModelStep => ({
      text: `step ${n}`,
      calls: [
        { name: 'read_file', input: { path: 'a.txt' } },
        { name: 'read_file', input: { path: `none-${n}.txt` } },
      ],
    }))
    const app = await connect({ files: { 'a.txt': 'a\n' }, script: [...steps, { text: 'end' }, { text: 'second' }] })
    const sessionId = await app.newSession()
    await app.run('first', { sessionId })
    await app.run('next', { sessionId })
    const whole = fromMessages(await storedMessages(app, sessionId))
    const snapshot = await app.rpc.sessions.open({ sessionId })
    expect(snapshot.hasMore).toBe(true)
    let rows = snapshot.rows
    for (let hasMore = true; hasMore;) {
      const page = await app.rpc.sessions.history({ sessionId, before: rows[0]?.id ?? '' })
      rows = [...page.rows, ...rows]
      hasMore = page.hasMore
    }
    expect(rows).toEqual(whole)
  })

  it('stays within one frame however much the tools said', async () => {
    const big = `${'字'.repeat(600)}\n`.repeat(25)
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}.txt`, big]))
    const steps = Array.from({ length: 20 }, (_, n): ModelStep => ({ calls: [{ name: 'read_file', input: { path: `f${n}.txt` } }] }))
    const app = await connect({ files, script: [...steps, { text: 'end', gate: new Promise(() => undefined) }] })
    const sessionId = await app.newSession('bypassPermissions')
    await app.rpc.turns.start({ sessionId, text: 'read' })
    await app.events.waitFor('step.started', ({ step }) => step === 21)
    await app.events.waitFor('text.delta')
    const running = await app.rpc.sessions.open({ sessionId })
    expect(running.rows.at(-1)).toMatchObject({ kind: 'text' })
    expect(Buffer.byteLength(JSON.stringify(running))).toBeLessThan(1_000_000)
    expect(running.hasMore).toBe(true)
    const before = await app.rpc.sessions.history({ sessionId, before: running.rows[0]?.id ?? '' })
    expect(before.rows.length).toBeGreaterThan(0)
    expect(before.rows.at(-1)).toMatchObject({ step: (running.rows[0] as { step: number }).step - 1 })
    await app.rpc.turns.cancel({ sessionId })
    expect(Buffer.byteLength(JSON.stringify(await app.rpc.sessions.open({ sessionId })))).toBeLessThan(1_000_000)
  })

  it('gives a window summaries of its project, everything of what it opened, and nothing of other projects', async () => {
    const app = await connect({ script: [{ text: 'hello' }] })
    const [watcher, home, stranger] = [
      await app.openWindow(),
      await app.openWindow('home'),
      await app.openWindow({ path: app.platform.paths.temp }),
    ]
    await app.run('go')
    const types = (window: typeof watcher): string[] => window.events.all.map(({ type }) => type)
    expect(types(app)).toContain('text.delta')
    expect(types(watcher)).toEqual(['turn.started', 'session.updated', 'session.updated', 'turn.finished'])
    expect(types(home)).toEqual(types(watcher))
    expect(types(stranger)).toEqual([])
  })
})

async function storedMessages({ platform }: ConnectedCore, sessionId: string): Promise<Message[]> {
  const { paths, clock, log } = platform
  const storage = await openStorage({ path: `${paths.home}/mewcode.db`, clock, log, program: 'test' })
  const messages: Message[] = []
  for await (const message of storage.messages.all(sessionId)) messages.push(message)
  await storage.close()
  return messages
}
