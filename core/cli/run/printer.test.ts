import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import type { SessionEvent, SessionEventOf } from '../../contract/events.ts'
import { fakeTerminal } from '../fake-terminal.ts'
import { createPrinter } from './printer.ts'

const usage = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null }
const common = { ts: '2026-01-01T00:00:00.000Z', sessionId: 's', turnId: 't' }
const delta = (seq: number): SessionEvent => ({ type: 'text.delta', seq, ...common, text: `piece ${seq}\n中文` })
const finished: SessionEventOf<'turn.finished'> = {
  type: 'turn.finished',
  seq: 999,
  ...common,
  stopReason: 'end_turn',
  text: 'All done.\n',
  usage,
  durationMs: 5,
}

/** A reader that takes one piece at a time, later. */
function slowReader(): { stream: Writable; text: () => string } {
  let text = ''
  const stream = new Writable({
    highWaterMark: 1,
    decodeStrings: false,
    write(chunk, _, done) {
      setImmediate(() => {
        text += String(chunk)
        done()
      })
    },
  })
  return { stream, text: () => text }
}

it('prints every event a line, in order, to a reader slower than the turn, and has written all when it says so', async () => {
  const reader = slowReader()
  const printer = createPrinter('stream-json', { ...fakeTerminal(), stdout: reader.stream })
  const events = [...Array.from({ length: 500 }, (_, i) => delta(i + 1)), finished]
  for (const event of events) printer.event(event)
  await printer.finish(finished)
  await printer.flushed()
  const lines = reader.text().split('\n')
  expect(lines.pop()).toBe('')
  expect(lines.map((line) => JSON.parse(line))).toEqual(events)
})

it('prints only the answer as text', async () => {
  const terminal = fakeTerminal()
  const printer = createPrinter('text', terminal)
  printer.event(delta(1))
  await printer.finish(finished)
  expect([terminal.out(), terminal.err()]).toEqual(['All done.\n', ''])
})

it('prints one object as json', async () => {
  const terminal = fakeTerminal()
  const printer = createPrinter('json', terminal)
  const started = { projectRoot: '/p', provider: 'fake', model: 'm', mode: 'plan', resumed: false, firstSeq: 1 } as const
  printer.event({ type: 'session.started', seq: 1, ...common, ...started })
  await printer.finish(finished)
  expect(JSON.parse(terminal.out())).toEqual({
    sessionId: 's',
    turnId: 't',
    projectRoot: '/p',
    provider: 'fake',
    model: 'm',
    mode: 'plan',
    stopReason: 'end_turn',
    text: 'All done.\n',
    usage,
    durationMs: 5,
  })
})

it('tells a full disk from a reader that went away', async () => {
  const stream = new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error('ENOSPC: full'), { code: 'ENOSPC' })) })
  stream.on('error', () => undefined)
  const printer = createPrinter('stream-json', { ...fakeTerminal(), stdout: stream })
  let lost = 0
  printer.onLost(() => (lost += 1))
  printer.event(delta(1))
  await printer.flushed()
  expect([lost, printer.failure()]).toMatchObject([1, { code: 'storage.output_failed', params: { detail: 'ENOSPC: full' } }])
})

it('says once that nobody reads any more, and goes on without writing', async () => {
  let lost = 0
  const stream = new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error('gone'), { code: 'EPIPE' })) })
  stream.on('error', () => undefined)
  const printer = createPrinter('stream-json', { ...fakeTerminal(), stdout: stream })
  printer.onLost(() => (lost += 1))
  for (let seq = 1; seq <= 5; seq++) printer.event(delta(seq))
  await printer.flushed()
  expect([lost, printer.failure()]).toEqual([1, undefined])
})
