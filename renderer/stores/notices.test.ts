import { expect, it } from 'vitest'
import type { HostEvent } from '../../core/contract/events.ts'
import { noLongerWaits, worthTelling } from './notices.ts'

const common = { seq: 1, ts: '2026-01-01T00:00:00.000Z', sessionId: 's1', turnId: 't1' }
const event = (more: object): HostEvent => ({ ...common, ...more }) as HostEvent
const finished = (more: object = {}): HostEvent => event({ type: 'turn.finished', stopReason: 'end_turn', text: '', ...more })
const card = (status: string, run = 1): HostEvent =>
  event({ type: 'task.updated', task: { id: 'c1', run, status, subject: 'Ship it', sessionId: null } })

it('an approval and a question wait until they are answered, whoever asks', () => {
  expect(worthTelling(event({ type: 'approval.requested', approvalId: 'a1', agentId: 'g1' }))).toEqual({
    kind: 'approvals',
    tag: 'a1',
    outcome: 'waits',
    sessionId: 's1',
  })
  expect(worthTelling(event({ type: 'question.requested', question: { questionId: 'q1' } }))).toMatchObject({
    kind: 'approvals',
    tag: 'q1',
  })
  expect(noLongerWaits(event({ type: 'approval.resolved', approvalId: 'a1' }))).toBe('a1')
  expect(noLongerWaits(event({ type: 'question.resolved', questionId: 'q1' }))).toBe('q1')
  expect(noLongerWaits(finished())).toBeUndefined()
})

it('the end of a turn is told, with how it ended; not one that the person stopped, nor an agent’s inside it', () => {
  expect(worthTelling(finished())).toMatchObject({ kind: 'turns', outcome: 'done' })
  expect(worthTelling(finished({ stopReason: 'error', error: { code: 'x' } }))).toMatchObject({ kind: 'turns', outcome: 'failed' })
  expect(worthTelling(finished({ stopReason: 'cancelled' }))).toBeUndefined()
  expect(worthTelling(finished({ agentId: 'g1' }))).toBeUndefined()
})

it('a card is told at the end of each run, by its subject', () => {
  expect(worthTelling(card('running'))).toBeUndefined()
  expect(worthTelling(card('completed'))).toEqual({
    kind: 'tasks',
    tag: 'c1 1 completed',
    outcome: 'done',
    sessionId: undefined,
    title: 'Ship it',
  })
  expect(worthTelling(card('failed', 2))).toMatchObject({ tag: 'c1 2 failed', outcome: 'failed' })
})
