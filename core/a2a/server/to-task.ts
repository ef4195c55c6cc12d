import type { Artifact, Message, Part, Task, TaskState } from '@a2a-js/sdk'
import type { Task as Card, RunFacts, TaskChange, TaskStatus } from '../../contract/tasks.ts'

/** `TaskState` of the protocol; the library's own enumeration would load it. */
export const STATES = { submitted: 1, working: 2, completed: 3, failed: 4, canceled: 5, input: 6 } as const satisfies Record<
  string,
  TaskState
>
const ROLE_AGENT = 2

/** A card with its runs, as `tasks.get` answers it. */
export type CardDetail = Card & { readonly runs: readonly RunFacts[]; readonly journal: readonly TaskChange[] }

/** One run of a card is one task over there; all of a card have its id as their context. */
export interface RunName {
  readonly cardId: string
  /** 1… */
  readonly run: number
}

export function taskIdOf({ cardId, run }: RunName): string {
  return `${cardId}.${run}`
}

/** Undefined: it is none of ours. */
export function readTaskId(taskId: string): RunName | undefined {
  const [, cardId, run] = /^([\w-]{1,64})\.(\d{1,6})$/.exec(taskId) ?? []
  return cardId === undefined ? undefined : { cardId, run: Number(run) }
}

/** `asked`: what it waits for, in words. `report`: all of what it said last. Undefined: there is no such run. */
export function toTask(card: CardDetail, run: number, { asked, report }: { asked: string; report: string }): Task | undefined {
  const facts = run === card.run ? card.facts : card.runs[run - 1]
  const status = run === card.run ? card.status : card.journal.findLast((change) => change.run === run)?.became
  if (!facts || !status) return undefined
  const name = { cardId: card.id, run }
  const state = stateOf(status, facts)
  const words = wordsOf(status, facts, asked)
  const at = facts.endedAt ?? facts.lastActivity?.at ?? facts.startedAt ?? card.updatedAt
  return {
    id: taskIdOf(name),
    contextId: card.id,
    status: { state, message: words === '' ? undefined : messageOf(words, name), timestamp: new Date(at).toISOString() },
    artifacts: report === '' ? [] : [reportOf(report)],
    history: [],
    metadata: { agent: facts.agent, model: facts.model },
  }
}

function stateOf(status: TaskStatus, { waitingFor }: RunFacts): TaskState {
  switch (status) {
    case 'todo':
      return STATES.submitted
    case 'queued':
    case 'running':
      return STATES.working
    case 'waiting':
      return waitingFor === 'children' ? STATES.working : STATES.input
    case 'completed':
      return STATES.completed
    case 'cancelled':
      return STATES.canceled
    case 'failed':
    case 'interrupted':
      return STATES.failed
  }
}

function wordsOf(status: TaskStatus, { waitingFor, error }: RunFacts, asked: string): string {
  if (status === 'interrupted') return 'It was interrupted and can be resumed: send a message with the same contextId.'
  if (status === 'failed') return error ? `${error.message} ${error.fix}` : 'It failed.'
  return status === 'waiting' && waitingFor !== 'children' ? asked : ''
}

export function isEnded(state: TaskState | undefined): boolean {
  return state === STATES.completed || state === STATES.failed || state === STATES.canceled
}

export function messageOf(text: string, name: RunName): Message {
  const rest = { role: ROLE_AGENT, metadata: undefined, extensions: [], referenceTaskIds: [] }
  return { messageId: crypto.randomUUID(), taskId: taskIdOf(name), contextId: name.cardId, parts: [textPart(text)], ...rest }
}

/** The report is one artifact, whatever pieces it comes in. */
export function reportOf(text: string): Artifact {
  return { artifactId: 'report', name: 'Report', description: '', parts: [textPart(text)], metadata: undefined, extensions: [] }
}

function textPart(value: string): Part {
  return { content: { $case: 'text', value }, metadata: undefined, filename: '', mediaType: 'text/plain' }
}
