import { fc } from '../testing/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { finished, foldAll, numbered, requested, type Unnumbered } from '../testing/fold-events.ts'
import type { StopReason } from './common.ts'
import { fold, fromMessages, noUsage } from './fold.ts'
import type { AssistantPart, Message } from './messages.ts'
import { SessionView } from './view.ts'

describe('fold, whatever happens', () => {
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
        }, foldAll([]))
      }),
      { numRuns: 50 },
    )
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
