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
  let growth: (() => void) | undefined
  const stream = createSessionStream('s', {
    open: () => new Promise((give, fail) => opens.push({ give, fail })),
    onView: (view) => shown.push(view),
    onFailure: (error) => failures.push(error),
    soon: (work) => (frame = work),
    grow: (work) => (growth = work),
  })
  return {
    stream,
    opens,
    shown,
    failures,
    frame: () => frame?.(),
    growth: () => growth?.(),
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
    host.growth()
    await host.answer(snapshot(5, 'abc'))
    expect(host.text()).toBe('abc new')
    expect(host.opens).toHaveLength(1)
  })

  it('writes the view once, however many pieces came', async () => {
    const host = harness()
    void host.stream.reopen()
    await host.answer(snapshot(1, 'abc'))
    for (let seq = 2; seq < 100; seq += 1) host.stream.receive(delta(seq, '.'))
    host.growth()
    expect(host.shown).toHaveLength(2)
    expect(host.shown.at(-1)?.lastSeq).toBe(99)
  })

  it.each([
    delta(2, ' two'),
    { type: 'thinking.delta' as const, seq: 2, ts: '', sessionId: 's', turnId: 't', text: 'Hm.', durationMs: 0 },
    { type: 'tool.progress' as const, seq: 2, ts: '', sessionId: 's', turnId: 't', toolCallId: 'c', text: 'a line' },
  ])('does not take a frame for $type: it is growth', async (event) => {
    const host = harness()
    void host.stream.reopen()
    await host.answer(snapshot(1, 'abc'))
    host.stream.receive(event)
    host.frame()
    expect(host.shown).toHaveLength(1)
    host.growth()
    expect(host.shown.at(-1)?.lastSeq).toBe(2)
  })

  it('shows what is more than growth with the next frame, and the growth before it too', async () => {
    const host = harness()
    void host.stream.reopen()
    await host.answer(snapshot(1, 'abc'))
    host.stream.receive(delta(2, ' two'))
    host.frame()
    expect(host.text()).toBe('abc')
    host.stream.receive({ type: 'step.started', seq: 3, ts: '', sessionId: 's', turnId: 't', step: 2 })
    host.frame()
    expect(host.text()).toBe('abc two')
    expect(host.shown.at(-1)?.turn?.step).toBe(2)
    host.growth()
    expect(host.shown).toHaveLength(2)
  })

  it('opens again on a gap, and loses nothing that came after it', async () => {
    const host = harness()
    void host.stream.reopen()
    await host.answer(snapshot(1, 'abc'))
    host.stream.receive(delta(3, ' three'))
    host.growth()
    host.stream.receive(delta(4, ' four'))
    host.growth()
    expect(host.opens).toHaveLength(2)
    await host.answer(snapshot(3, 'abc two three'))
    expect(host.text()).toBe('abc two three four')
  })

  it('does not ask without end when snapshots stay behind the events', async () => {
    const host = harness()
    void host.stream.reopen()
    await host.answer(snapshot(5, 'abc'))
    host.stream.receive(delta(99, ' lost'))
    host.growth()
    await host.answer(snapshot(5, 'abc'))
    await host.answer(snapshot(5, 'abc'))
    expect(host.opens).toHaveLength(2)
    host.stream.receive(delta(6, ' next'))
    host.growth()
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
    host.growth()
    expect(host.text()).toBe('xyz on')
  })

  it('fetches what is left when it is rewound to before the oldest row it holds', async () => {
    const host = harness()
    void host.stream.reopen()
    await host.answer({ ...snapshot(1, 'abc'), hasMore: true })
    const at = { seq: 2, ts: '', sessionId: 's', turnId: 't' }
    host.stream.receive({ ...at, type: 'session.rewound', rewindId: 'r', what: 'both', messageId: 'long ago' })
    host.frame()
    expect([host.opens.length, host.text()]).toEqual([2, 'abc'])
    await host.answer(snapshot(2, 'xyz'))
    expect(host.text()).toBe('xyz')
  })

  it('ignores other sessions, events of no session, and everything after it was stopped', async () => {
    const host = harness()
    void host.stream.reopen()
    await host.answer(snapshot(1, 'abc'))
    host.stream.receive(delta(2, ' other', 'x'))
    host.stream.receive({ type: 'settings.changed' })
    host.growth()
    host.stream.stop()
    host.stream.receive(delta(2, ' late'))
    host.growth()
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
