import { describe, expect, it } from 'vitest'
import { finished, foldAll, numbered, requested, step, text, turnStarted, type Unnumbered } from '../testing/fold-events.ts'
import { fold, hasGap } from './fold.ts'

describe('fold', () => {
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

  it('shows how far a call has come until it ends', () => {
    const running: Unnumbered[] = [
      turnStarted,
      step(1),
      requested('a'),
      { type: 'tool.progress', turnId: 't', toolCallId: 'a', progress: 3, total: 4 },
    ]
    const ended: Unnumbered = {
      type: 'tool.finished',
      turnId: 't',
      toolCallId: 'a',
      name: 'bash',
      isError: false,
      content: [],
      durationMs: 1,
      meta: {},
    }
    expect(foldAll(numbered(running)).rows.at(-1)).toMatchObject({ mark: { progress: 3, total: 4 } })
    expect(foldAll(numbered([...running, ended])).rows.at(-1)).not.toHaveProperty('mark')
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
