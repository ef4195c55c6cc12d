import type { TurnEvent } from '../agent/index.ts'

/** What of an agent's events is the business of whoever watches the conversation that started it. */
const told: ReadonlySet<TurnEvent['type']> = new Set<TurnEvent['type']>([
  'step.started',
  'text.delta',
  'thinking.delta',
  'stream.discarded',
  'tool.preparing',
  'tool.requested',
  'tool.progress',
  'tool.finished',
  'approval.requested',
  'approval.resolved',
  'question.requested',
  'question.resolved',
  'usage',
  'retry',
  'compact.started',
  'compact.finished',
  'hook.finished',
  'notice',
])

/** The event as it stands among its conversation's own; undefined: it stays the agent's. */
export function asAgentEvent(event: TurnEvent, agentId: string): TurnEvent | undefined {
  return told.has(event.type) ? { ...event, agentId } : undefined
}
