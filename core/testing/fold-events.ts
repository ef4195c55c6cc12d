import type { StopReason } from '../contract/common.ts'
import { SessionEvent, type SessionSummary } from '../contract/events.ts'
import { emptyView, fold, noUsage } from '../contract/fold.ts'
import type { SessionView } from '../contract/view.ts'

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

/** An event before a session numbered it. */
export type Unnumbered = SessionEvent extends infer E ? (E extends SessionEvent ? Omit<E, 'seq' | 'ts' | 'sessionId'> : never) : never

/** Of the session `s1`, from 1 on; each checked against the contract. */
export function numbered(events: readonly Unnumbered[]): SessionEvent[] {
  return events.map((event, index) => SessionEvent.parse({ ...event, seq: index + 1, ts: '2026-01-01T00:00:00.000Z', sessionId: 's1' }))
}

/** The view of an empty session after these events. */
export function foldAll(events: readonly SessionEvent[]): SessionView {
  return events.reduce(fold, emptyView(summary))
}

export const turnStarted: Unnumbered = { type: 'turn.started', turnId: 't', prompt: 'hi', attachments: [] }
export const step = (n: number): Unnumbered => ({ type: 'step.started', turnId: 't', step: n })
export const text = (value: string): Unnumbered => ({ type: 'text.delta', turnId: 't', text: value })
export const finished = (stopReason: StopReason): Unnumbered => ({
  type: 'turn.finished',
  turnId: 't',
  stopReason,
  text: '',
  usage: noUsage,
  durationMs: 5,
})
export const requested = (toolCallId: string): Unnumbered => ({
  type: 'tool.requested',
  turnId: 't',
  toolCallId,
  name: 'bash',
  input: { command: 'x' },
  category: 'exec',
  readOnly: false,
})
