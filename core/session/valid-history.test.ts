import { fc } from '../testing/fast-check.ts'
import { expect, it } from 'vitest'
import type { SessionEvent } from '../contract/events.ts'
import { connectCore, followSession, type ConnectedCore, type ModelStep, type ScriptedCall } from '../testing/index.ts'

/** What the person does when an event of this type comes: the first `at` of them are let pass. */
interface Act {
  readonly on: 'step.started' | 'text.delta' | 'tool.requested' | 'tool.finished' | 'approval.requested'
  readonly at: number
  readonly does: 'cancel' | 'steer' | 'queue'
}
interface Turn {
  readonly steps: readonly ModelStep[]
  readonly acts: readonly Act[]
  readonly answers: readonly ('once' | 'no' | 'never')[]
}

const call = fc.constantFrom<ScriptedCall>(
  { name: 'glob', input: { pattern: '*' } },
  { name: 'read_file', input: { path: 'nowhere' } },
  { name: 'write_file', input: { path: 'a.txt', content: 'a' } },
  { name: 'no_such_tool', input: {} },
  { name: 'glob', raw: '{"pattern":' },
  { name: 'ask_user', input: { questions: [{ header: 'a', text: 'b?' }] } },
  { name: 'exit_plan', input: { plan: 'a plan' } },
)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ text: fc.constantFrom('', 'so 你好'), calls: fc.array(call, { minLength: 1, maxLength: 4 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ text: fc.constant('cut'), calls: fc.array(call, { maxLength: 2 }), stop: fc.constant('max_tokens') }),
  },
  { weight: 1, arbitrary: fc.record({ text: fc.constant('broken off'), cutAfter: fc.nat(6), destroy: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.constant<ModelStep>({ status: 400, body: { type: 'error', error: { type: 'invalid_request_error', message: 'no' } } }),
  },
  { weight: 1, arbitrary: fc.constant<ModelStep>({ text: 'no', stop: 'refusal' }) },
)
const act = fc.record<Act>({
  on: fc.constantFrom('step.started', 'text.delta', 'tool.requested', 'tool.finished', 'approval.requested'),
  at: fc.nat(3),
  does: fc.constantFrom('cancel', 'steer', 'steer', 'queue'),
})
const turn = fc.record<Turn>({
  steps: fc.array(step, { minLength: 1, maxLength: 5 }),
  acts: fc.array(act, { maxLength: 4 }),
  answers: fc.array(fc.constantFrom('once', 'no', 'never'), { maxLength: 3 }),
})

/** Plays the turn and what was queued in it; what a person is asked and does not answer ends with a cancel. */
async function play(app: ConnectedCore, sessionId: string, { acts, answers }: Turn): Promise<void> {
  const left = acts.map((one) => ({ ...one }))
  const open = [...answers]
  const doing: Promise<unknown>[] = []
  const cancel = (): void => void doing.push(app.rpc.turns.cancel({ sessionId }))
  const undo = app.core.onEvent((event) => {
    if (!('sessionId' in event) || event.sessionId !== sessionId) return
    if (event.type === 'question.requested') cancel()
    if (event.type === 'approval.requested') {
      const decision = open.shift() ?? 'never'
      if (decision === 'never') cancel()
      else doing.push(app.rpc.approvals.answer({ approvalId: event.approvalId, decision }).catch(expired))
    }
    for (const one of left.filter(({ on }) => on === event.type)) {
      one.at -= 1
      if (one.at !== -1) continue
      if (one.does === 'cancel') cancel()
      else
        doing.push(
          app.rpc.turns.queue({ sessionId, text: `${one.does} ${doing.length}`, when: one.does === 'steer' ? 'next_step' : 'after' }),
        )
    }
  })
  // The strict model knows a conversation by its first words.
  await app.rpc.turns.start({ sessionId, text: `go ${sessionId}` })
  for (let ended = 1; ; ended += 1) {
    await app.events.waitFor('turn.finished', (event) => event.sessionId === sessionId && nth(app, event) === ended)
    await Promise.all(doing)
    const { queue, turn: running } = await app.rpc.sessions.open({ sessionId })
    const last = app.events.of('turn.finished').findLast((event) => event.sessionId === sessionId)
    const goesOn = queue.length > 0 && (last?.stopReason === 'end_turn' || last?.stopReason === 'stop_sequence')
    if (!running && !goesOn) break
  }
  undo()
}

function nth({ events }: ConnectedCore, { sessionId, seq }: SessionEvent): number {
  return events.of('turn.finished').filter((event) => event.sessionId === sessionId && event.seq <= seq).length
}

function expired(error: { code?: string }): void {
  if (error.code !== 'approval.expired') throw error
}

it.each(['anthropic', 'openai', 'openai-responses'] as const)(
  'over %s every stop leaves a history the model takes, one ending a turn, each message delivered once, and the rows that were shown',
  async (protocol) => {
    let steps: ModelStep[] = []
    const app = await connectCore({
      protocol,
      script: () => steps.shift() ?? { text: 'fine' },
      providerYaml: '    max_retries: 0\n',
    })
    await fc.assert(
      fc.asyncProperty(turn, async (one) => {
        const sessionId = await app.newSession()
        const refusals = app.model.refusals.length
        const view = await followSession(app, sessionId)
        steps = one.steps.map((each) => ({ ...each, unoffered: true }))
        await play(app, sessionId, one)
        steps = []
        await app.run('and now?', { sessionId })
        while ((await app.rpc.sessions.open({ sessionId })).queue.length > 0) await app.events.waitFor('turn.finished', isLast(app))
        const events = app.events.all.filter((event) => event.sessionId === sessionId)
        expect(app.model.refusals.slice(refusals)).toEqual([])
        const turns = (type: SessionEvent['type']) => events.filter((event) => event.type === type).map(({ turnId }) => turnId)
        expect(turns('turn.finished')).toEqual(turns('turn.started'))
        const { rows } = await app.rpc.sessions.open({ sessionId })
        expect(rows).toEqual(view().rows)
        const said = rows.flatMap((row) => (row.kind === 'user' ? [row.text] : [])).filter((text) => /^(steer|queue) /.test(text))
        const asked = events.flatMap((event) => (event.type === 'queue.changed' ? event.items.map(({ text }) => text) : []))
        expect(said.toSorted()).toEqual([...new Set(asked)].toSorted())
      }),
      { numRuns: 25, interruptAfterTimeLimit: 4_000 },
    )
    await app.close()
  },
)

function isLast({ events }: ConnectedCore): (event: SessionEvent) => boolean {
  const known = events.of('turn.finished').length
  return () => events.of('turn.finished').length > known
}
