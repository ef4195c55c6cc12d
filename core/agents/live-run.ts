import { addUsage } from '../contract/add-usage.ts'
import type { SessionEvent } from '../contract/events.ts'
import { noUsage } from '../contract/fold.ts'
import type { RunFacts, TaskActor } from '../contract/tasks.ts'
import type { RunEnd } from './run-end.ts'

/** A run this process has in its hands: in the queue or at work. */
export interface LiveRun {
  /** Of its card and its session. */
  readonly id: string
  /** The session that started it; null: a person did. */
  readonly parentId: string | null
  prompt: RunPrompt
  facts: RunFacts
  /** Who had it stopped. */
  stoppedBy: TaskActor | null
  isStarted: boolean
  /** Settles once its turn runs, or could not. */
  starting: Promise<void>
  /** What it asks a person, by id. */
  readonly asks: Map<string, 'approval' | 'input'>
  /** Agents of its own that it waits for: meanwhile it takes no place of the eight. */
  children: number
  /** Facts not yet written. */
  isDirty: boolean
  readonly ended: Promise<RunEnd>
  end(end: RunEnd): void
}

export interface RunPrompt {
  readonly text: string
  /** Instead of the text: it goes on where it was cut off. */
  readonly goOn: boolean
  readonly maxTurns: number
  readonly timeoutMs: number | null
}

export function createLiveRun(input: Pick<LiveRun, 'id' | 'parentId' | 'prompt' | 'facts'>): LiveRun {
  const { promise, resolve } = Promise.withResolvers<RunEnd>()
  return {
    ...input,
    stoppedBy: null,
    isStarted: false,
    starting: Promise.resolve(),
    asks: new Map(),
    children: 0,
    isDirty: false,
    ended: promise,
    end: resolve,
  }
}

/** The event asks a person something, or settles that. */
export function noteAsk({ asks }: Pick<LiveRun, 'asks'>, event: SessionEvent): boolean {
  switch (event.type) {
    case 'approval.requested':
      asks.set(event.approvalId, 'approval')
      return true
    case 'question.requested':
      asks.set(event.question.questionId, 'input')
      return true
    case 'approval.resolved':
      asks.delete(event.approvalId)
      return true
    case 'question.resolved':
      asks.delete(event.questionId)
      return true
    default:
      return false
  }
}

/** A person's word goes before agents of its own: without it nothing moves. */
export function waitsFor({ asks, children }: Pick<LiveRun, 'asks' | 'children'>): RunFacts['waitingFor'] {
  const asked = new Set(asks.values())
  if (asked.has('approval')) return 'approval'
  if (asked.has('input')) return 'input'
  return children > 0 ? 'children' : null
}

/** Facts of a run that has not begun. */
export const untouched = {
  waitingFor: null,
  steps: 0,
  toolCount: 0,
  usage: noUsage,
  todos: null,
  lastActivity: null,
  result: '',
  outputFile: null,
  error: null,
  startedAt: null,
  endedAt: null,
  stoppedBy: null,
} as const satisfies Partial<RunFacts>

/** What an event of the run says of how far it is; undefined: nothing. */
export function progressOf(facts: RunFacts, event: SessionEvent): Partial<RunFacts> | undefined {
  const at = Date.parse(event.ts)
  switch (event.type) {
    case 'step.started':
      return { steps: facts.steps + 1, lastActivity: { text: '', at } }
    case 'tool.requested':
      return { toolCount: facts.toolCount + 1, lastActivity: { text: subjectOf(event.name, event.input), at } }
    case 'todo.updated': {
      const { items } = event
      return { todos: items.length === 0 ? null : { done: items.filter(({ status }) => status === 'completed').length, all: items.length } }
    }
    case 'usage': {
      const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costUsd } = event
      return { usage: addUsage(facts.usage, { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costUsd }) }
    }
    default:
      return undefined
  }
}

const SUBJECT_CHARS = 120

function subjectOf(name: string, input: unknown): string {
  const values = typeof input === 'object' && input !== null ? Object.values(input) : []
  const first = values.find((value) => typeof value === 'string')
  const subject = typeof first === 'string' ? ` ${first.replaceAll(/\s+/g, ' ')}` : ''
  return `${name}${subject}`.slice(0, SUBJECT_CHARS).toWellFormed()
}
