import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StopReason } from './common.ts'
import { SessionEvent, type SessionSummary } from './events.ts'
import { emptyView, fold, fromMessages, hasGap, noUsage } from './fold.ts'
import type { AssistantPart, Message } from './messages.ts'
import { SessionView } from './view.ts'

const summary: SessionSummary = {
  id: 's1',
  projectId: 'p1',
  title: '',
  provider: 'fake',
  model: 'm',
  mode: 'default',
  createdAt: 0,
  updatedAt: 0,
  messages: 0,
  costUsd: 0,
  pinned: false,
  archived: false,
  running: false,
  waiting: 0,
}

type Unnumbered = SessionEvent extends infer E ? (E extends SessionEvent ? Omit<E, 'seq' | 'ts' | 'sessionId'> : never) : never

function numbered(events: readonly Unnumbered[]): SessionEvent[] {
  return events.map((event, index) => SessionEvent.parse({ ...event, seq: index + 1, ts: '2026-01-01T00:00:00.000Z', sessionId: 's1' }))
}

function foldAll(events: readonly SessionEvent[]): SessionView {
  return events.reduce(fold, emptyView(summary))
}

const turnStarted: Unnumbered = { type: 'turn.started', turnId: 't', prompt: 'hi', attachments: [] }
const step = (n: number): Unnumbered => ({ type: 'step.started', turnId: 't', step: n })
const text = (value: string): Unnumbered => ({ type: 'text.delta', turnId: 't', text: value })
const finished = (stopReason: StopReason): Unnumbered => ({
  type: 'turn.finished',
  turnId: 't',
  stopReason,
  text: '',
  usage: noUsage,
  durationMs: 5,
})
const requested = (toolCallId: string): Unnumbered => ({
  type: 'tool.requested',
  turnId: 't',
  toolCallId,
  name: 'bash',
  input: { command: 'x' },
  category: 'exec',
  readOnly: false,
})

describe('fold', () => {
  it('gives the rows that reading the messages gives, whatever the turn did', () => {
    fc.assert(
      fc.property(session, (turns) => {
        const view = foldAll(numbered(turns.flatMap(asEvents)))
        expect(view.rows).toEqual(fromMessages(turns.flatMap(asMessages)))
        expect(view.turn).toBeUndefined()
        expect(SessionView.parse(view)).toEqual(view)
      }),
      { numRuns: 300 },
    )
  })

  it('gives the same view from any snapshot on, when older events come again', () => {
    fc.assert(
      fc.property(session, fc.nat(), fc.nat(), (turns, at, back) => {
        const events = numbered(turns.flatMap(asEvents))
        const cut = at % (events.length + 1)
        const snapshot = foldAll(events.slice(0, cut))
        const late = events.slice(Math.max(0, cut - (back % 5)))
        expect(late.reduce(fold, snapshot)).toEqual(foldAll(events))
      }),
      { numRuns: 200 },
    )
  })

  it('never changes the view it is given', () => {
    fc.assert(
      fc.property(session, (turns) => {
        numbered(turns.flatMap(asEvents)).reduce((view, event) => {
          const before = JSON.stringify(view)
          const next = fold(freeze(view), event)
          expect(JSON.stringify(view)).toBe(before)
          return next
        }, emptyView(summary))
      }),
      { numRuns: 50 },
    )
  })

  it('hands back the very same view for events of other sessions, old ones and ones behind a gap', () => {
    const view = foldAll(numbered([turnStarted]))
    const [first, second, third] = numbered([turnStarted, step(1), text('a')])
    if (!first || !second || !third) throw new Error('three events')
    expect(fold(view, first)).toBe(view)
    expect(fold(view, { ...second, sessionId: 'other' })).toBe(view)
    expect(fold(view, third)).toBe(view)
    expect([hasGap(view, second), hasGap(view, third), hasGap(view, { ...third, sessionId: 'other' })]).toEqual([false, true, false])
  })

  it('touches only the last row when text streams in', () => {
    const view = foldAll(numbered([turnStarted, step(1), text('a')]))
    const [, , , delta] = numbered([turnStarted, step(1), text('a'), text('b')])
    if (!delta) throw new Error('four events')
    const next = fold(view, delta)
    expect(next.rows[0]).toBe(view.rows[0])
    expect(next.rows[1]).toMatchObject({ text: 'ab' })
  })

  it('drops what a discarded stream had shown and starts the step again under the same ids', () => {
    const once = foldAll(numbered([turnStarted, step(1), text('right')]))
    const again = foldAll(
      numbered([turnStarted, step(1), text('wrong'), { type: 'stream.discarded', turnId: 't', reason: 'truncated' }, text('right')]),
    )
    expect(again.rows).toEqual(once.rows)
  })

  it('keeps calls behind what the step says and settles them in place', () => {
    const view = foldAll(
      numbered([
        turnStarted,
        step(1),
        { type: 'tool.preparing', turnId: 't', toolCallId: 'b', name: 'bash', bytes: 10 },
        text('said late'),
        requested('a'),
        requested('b'),
        { type: 'tool.progress', turnId: 't', toolCallId: 'a', text: 'tail' },
      ]),
    )
    expect(view.rows.map((row) => (row.kind === 'tool' ? `${row.toolCallId} ${row.state} ${row.progress}` : row.kind))).toEqual([
      'user',
      'text',
      'a running tail',
      'b running ',
    ])
  })

  it('marks text as interrupted only where the stream was cut', () => {
    const states = (events: readonly Unnumbered[]): boolean[] =>
      foldAll(numbered(events)).rows.flatMap((row) => (row.kind === 'text' ? [row.interrupted] : []))
    expect(states([turnStarted, step(1), text('a'), finished('cancelled')])).toEqual([true])
    expect(states([turnStarted, step(1), text('a'), requested('x'), finished('cancelled')])).toEqual([false])
    expect(states([turnStarted, step(1), text('a'), finished('end_turn')])).toEqual([false])
  })

  it('shows an approval while it waits and its answer on the call', () => {
    const approval = {
      approvalId: 'ap',
      toolCallId: 'x',
      toolName: 'bash',
      input: {},
      category: 'exec' as const,
      reason: 'asks',
      reasonCode: 'permission.asks_exec',
      reasonParams: {},
      parts: [],
      cwd: '/p',
      sessionRule: 'Bash(x)',
      suggestions: [],
      layer: 'mode' as const,
      expiresOn: 'arguments' as const,
    }
    const asked: Unnumbered[] = [turnStarted, step(1), requested('x'), { type: 'approval.requested', turnId: 't', ...approval }]
    const waiting = foldAll(numbered(asked))
    expect(waiting.approvals).toEqual([approval])
    expect(waiting.rows.at(-1)).toMatchObject({ state: 'waiting' })
    expect(waiting.session.waiting).toBe(1)
    const answer = { decision: 'allow', scope: 'once', by: 'user' } as const
    const answered = foldAll(numbered([...asked, { type: 'approval.resolved', turnId: 't', approvalId: 'ap', toolCallId: 'x', ...answer }]))
    expect(answered.approvals).toEqual([])
    expect(answered.rows.at(-1)).toMatchObject({ state: 'running', approval: answer })
  })

  it('keeps background shells in the order they started, each as it was told last', () => {
    const shell = (shellId: string, more: object = {}): Unnumbered => ({
      ...{ type: 'shell.updated', turnId: '', shellId, toolCallId: 'c', command: 'x', state: 'running', startedAt: 1, chars: 0, tail: '' },
      ...more,
    })
    const view = foldAll(
      numbered([shell('a'), shell('b'), shell('a', { state: 'exited', exitCode: 1, endedAt: 2, chars: 3, tail: 'no\n' })]),
    )
    const base = { toolCallId: 'c', command: 'x', startedAt: 1 }
    expect(view.shells).toEqual([
      { ...base, shellId: 'a', state: 'exited', exitCode: 1, endedAt: 2, chars: 3, tail: 'no\n' },
      { ...base, shellId: 'b', state: 'running', chars: 0, tail: '' },
    ])
  })

  it('shows a question while it waits, and none once it is answered or its turn is over', () => {
    const question = { kind: 'plan', questionId: 'q', toolCallId: 'x', plan: '# Plan' } as const
    const asked: Unnumbered[] = [turnStarted, step(1), requested('x'), { type: 'question.requested', turnId: 't', question }]
    const waiting = foldAll(numbered(asked))
    expect([waiting.questions, waiting.session.waiting, waiting.rows.at(-1)]).toMatchObject([[question], 1, { state: 'waiting' }])
    const resolved: Unnumbered = { type: 'question.resolved', turnId: 't', questionId: 'q', toolCallId: 'x' }
    const answered = foldAll(numbered([...asked, resolved]))
    expect([answered.questions, answered.session.waiting, answered.rows.at(-1)]).toMatchObject([[], 0, { state: 'running' }])
    expect(foldAll(numbered([...asked, finished('cancelled')])).questions).toEqual([])
  })
})

interface SpokenCase {
  kind: 'text' | 'thinking'
  pieces: string[]
}
interface StepCase {
  spoken: SpokenCase[]
  calls: { isError: boolean; approved: boolean }[]
  discarded: boolean
  /** Said while the step before ran. */
  added: boolean
}
interface TurnCase {
  id: string
  goOn: boolean
  steps: StepCase[]
  stop: StopReason
}

const spokenCase = fc.record({
  kind: fc.constantFrom('text' as const, 'thinking' as const),
  pieces: fc.array(fc.string({ minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 }),
})
const stepCase = fc.record({
  spoken: fc.array(spokenCase, { maxLength: 4 }),
  calls: fc.array(fc.record({ isError: fc.boolean(), approved: fc.boolean() }), { maxLength: 3 }),
  discarded: fc.boolean(),
  added: fc.boolean(),
})
const session: fc.Arbitrary<TurnCase[]> = fc
  .array(
    fc.record({
      goOn: fc.boolean(),
      steps: fc.array(stepCase, { minLength: 1, maxLength: 4 }),
      stop: fc.constantFrom<StopReason>('end_turn', 'cancelled', 'error', 'max_turns'),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((turns) => turns.map((turn, index) => ({ ...turn, id: `t${index}` })))

/** Cancelled in the last step's stream, unless that step got to its calls. */
function isCut(turn: TurnCase, stepIndex: number): boolean {
  const last = stepIndex === turn.steps.length - 1
  return last && (turn.stop === 'cancelled' || turn.stop === 'error') && turn.steps[stepIndex]?.calls.length === 0
}

const answer = { decision: 'allow', scope: 'once', by: 'user' } as const
const metaOf = (call: StepCase['calls'][number]) => (call.approved ? { approval: answer } : {})

function asEvents(turn: TurnCase): Unnumbered[] {
  const turnId = turn.id
  const spoken = (cases: SpokenCase[]): Unnumbered[] =>
    cases.flatMap(({ kind, pieces }) =>
      pieces.map((text, index): Unnumbered =>
        kind === 'text' ? { type: 'text.delta', turnId, text } : { type: 'thinking.delta', turnId, text, durationMs: index + 1 },
      ),
    )
  const steps = turn.steps.flatMap(({ calls, discarded, added, spoken: said }, index): Unnumbered[] => [
    ...(added ? [{ type: 'prompt.added' as const, turnId, messageId: `${turnId}.${index}`, prompt: 'and this', attachments: [] }] : []),
    { type: 'step.started', turnId, step: index + 1 },
    ...(discarded ? [...spoken(said), { type: 'stream.discarded' as const, turnId, reason: 'truncated' }] : []),
    ...calls.map((_, n): Unnumbered => ({ type: 'tool.preparing', turnId, toolCallId: `c${index}.${n}`, name: 'bash', bytes: 1 })),
    ...spoken(said),
    ...calls.map((_, n): Unnumbered => ({ ...requested(`c${index}.${n}`), turnId }) as Unnumbered),
    // Results come in any order; here the last call is the first to finish.
    ...calls.toReversed().flatMap((call, back): Unnumbered[] => {
      const toolCallId = `c${index}.${calls.length - 1 - back}`
      return [
        ...(call.approved ? [{ type: 'approval.resolved' as const, turnId, approvalId: 'ap', toolCallId, ...answer }] : []),
        { type: 'tool.progress', turnId, toolCallId, text: 'live' },
        {
          type: 'tool.finished',
          turnId,
          toolCallId,
          name: 'bash',
          isError: call.isError,
          content: [{ type: 'text', text: toolCallId }],
          durationMs: 3,
          meta: metaOf(call),
        },
      ]
    }),
  ])
  const started: Unnumbered = turn.goOn
    ? { type: 'turn.started', turnId, prompt: '', attachments: [], goOn: true }
    : { type: 'turn.started', turnId, prompt: 'hi', attachments: [] }
  return [started, ...steps, { ...finished(turn.stop), turnId } as Unnumbered]
}

function asMessages(turn: TurnCase): Message[] {
  const turnId = turn.id
  const base = { turnId, createdAt: 0 }
  const steps = turn.steps.flatMap(({ spoken, calls, added }, index): Message[] => {
    const parts: AssistantPart[] = [
      ...spoken.map(({ kind, pieces }): AssistantPart => {
        const text = pieces.join('')
        return kind === 'text' ? { type: kind, text } : { type: kind, text, durationMs: pieces.length }
      }),
      ...calls.map((_, n): AssistantPart => ({
        type: 'tool_call',
        toolCallId: `c${index}.${n}`,
        name: 'bash',
        input: { command: 'x' },
        category: 'exec',
        readOnly: false,
      })),
    ]
    const results = calls.map((call, n): Message => ({
      ...base,
      id: `r${index}.${n}`,
      role: 'tool',
      toolCallId: `c${index}.${n}`,
      name: 'bash',
      content: [{ type: 'text', text: `c${index}.${n}` }],
      isError: call.isError,
      durationMs: 3,
      meta: metaOf(call),
    }))
    return [
      ...(added ? [{ ...base, id: `${turnId}.${index}`, role: 'user' as const, text: 'and this', attachments: [], reminders: [] }] : []),
      {
        ...base,
        id: `a${index}`,
        role: 'assistant',
        step: index + 1,
        parts,
        provider: 'fake',
        model: 'm',
        interrupted: isCut(turn, index),
      },
      ...results,
    ]
  })
  return [
    turn.goOn
      ? { ...base, id: turnId, role: 'reminder', texts: ['go on'] }
      : { ...base, id: turnId, role: 'user', text: 'hi', attachments: [], reminders: [] },
    ...steps,
    { ...base, id: 'e', role: 'ending', stopReason: turn.stop, usage: noUsage, durationMs: 5 },
  ]
}

function freeze<T>(value: T): T {
  if (value !== null && typeof value === 'object') {
    Object.freeze(value)
    for (const child of Object.values(value)) freeze(child)
  }
  return value
}
