import { describe, expect, it } from 'vitest'
import type { SessionEvent } from '../../core/contract/events.ts'
import { emptyView } from '../../core/contract/fold.ts'
import type { Row, SessionView } from '../../core/contract/view.ts'
import { createSessionStream } from './session-stream.ts'

const session = {
  id: 's',
  projectId: 'p',
  title: '',
  provider: 'demo',
  model: 'demo',
  mode: 'default' as const,
  createdAt: 0,
  updatedAt: 0,
  messages: 0,
  costUsd: 0,
  pinned: false,
  archived: false,
  running: true,
  waiting: 0,
}

function snapshot(lastSeq: number, text = '', older: readonly string[] = []): SessionView {
  const rows: Row[] = [...older.map(textRow), ...(text ? [textRow(text)] : [])]
  return { ...emptyView(session), lastSeq, turn: { turnId: 't', startedAt: '', step: 1 }, rows }
}

function textRow(text: string): Row {
  return { kind: 'text', id: text.slice(0, 3), turnId: 't', step: 1, text, interrupted: false }
}

function delta(seq: number, text: string, sessionId = 's'): SessionEvent {
  return { type: 'text.delta', seq, ts: '', sessionId, turnId: 't', text }
}

/** A host by hand: snapshots are given when the test says so, frames come when the test says so. */
function harness() {
  const opens: { give(view: SessionView): void; fail(error: unknown): void }[] = []
  const shown: SessionView[] = []
  const failures: unknown[] = []
  let frame: (() => void) | undefined
  const stream = createSessionStream('s', {
    open: () => new Promise((give, fail) => opens.push({ give, fail })),
    onView: (view) => shown.push(view),
    onFailure: (error) => failures.push(error),
    schedule: (work) => (frame = work),
  })
  return {
    stream,
    opens,
    shown,
    failures,
    frame: () => frame?.(),
    async answer(view: SessionView) {
      opens.at(-1)?.give(view)
      await Promise.resolve()
      await Promise.resolve()
    },
    text: () =>
      shown
        .at(-1)
        ?.rows.map((row) => ('text' in row ? row.text : ''))
        .join('|'),
  }
}

describe('a session stream', () => {
  it('applies what came while the snapshot was on its way, and drops what the snapshot holds', async () => {
    const host = harness()
    void host.stream.reopen()
    host.stream.receive(delta(4, 'old'))
    host.stream.receive(delta(6, ' new'))
    host.frame()
    await host.answer(snapshot(5, 'abc'))
    expect(host.text()).toBe('abc new')
    expect(host.opens).toHaveLength(1)
  })

  it('writes the view once a frame, however many events came', async () => {
    const host = harness()
    void host.stream.reopen()
    await host.answer(snapshot(1, 'abc'))
    for (let seq = 2; seq < 100; seq += 1) host.stream.receive(delta(seq, '.'))
    host.frame()
    expect(host.shown).toHaveLength(2)
    expect(host.shown.at(-1)?.lastSeq).toBe(99)
  })

  it('opens again on a gap, and loses nothing that came after it', async () => {
    const host = harness()
    void host.stream.reopen()
    await host.answer(snapshot(1, 'abc'))
    host.stream.receive(delta(3, ' three'))
    host.frame()
    host.stream.receive(delta(4, ' four'))
    host.frame()
    expect(host.opens).toHaveLength(2)
    await host.answer(snapshot(3, 'abc two three'))
    expect(host.text()).toBe('abc two three four')
  })

  it('does not ask without end when snapshots stay behind the events', async () => {
    const host = harness()
    void host.stream.reopen()
    await host.answer(snapshot(5, 'abc'))
    host.stream.receive(delta(99, ' lost'))
    host.frame()
    await host.answer(snapshot(5, 'abc'))
    await host.answer(snapshot(5, 'abc'))
    expect(host.opens).toHaveLength(2)
    host.stream.receive(delta(6, ' next'))
    host.frame()
    expect(host.text()).toBe('abc next')
  })

  it('keeps pages of older rows when the new snapshot joins on to them', async () => {
    const host = harness()
    void host.stream.reopen()
    await host.answer(snapshot(1, 'new', ['one', 'two']))
    void host.stream.reopen()
    await host.answer(snapshot(9, 'new and more', ['two']))
    expect(host.text()).toBe('one|two|new and more')
  })

  it('takes a snapshot that is behind as the truth: the host was restarted', async () => {
    const host = harness()
    void host.stream.reopen()
    await host.answer(snapshot(50, 'abc'))
    void host.stream.reopen()
    await host.answer(snapshot(7, 'xyz'))
    host.stream.receive(delta(8, ' on'))
    host.frame()
    expect(host.text()).toBe('xyz on')
  })

  it('ignores other sessions, events of no session, and everything after it was stopped', async () => {
    const host = harness()
    void host.stream.reopen()
    await host.answer(snapshot(1, 'abc'))
    host.stream.receive(delta(2, ' other', 'x'))
    host.stream.receive({ type: 'settings.changed' })
    host.frame()
    host.stream.stop()
    host.stream.receive(delta(2, ' late'))
    host.frame()
    expect(host.text()).toBe('abc')
  })

  it('says a failed opening and opens when asked again', async () => {
    const host = harness()
    void host.stream.reopen()
    host.opens[0]?.fail(new Error('gone'))
    await Promise.resolve()
    await Promise.resolve()
    expect(host.failures).toHaveLength(1)
    void host.stream.reopen()
    await host.answer(snapshot(1, 'abc'))
    expect(host.text()).toBe('abc')
  })
})
