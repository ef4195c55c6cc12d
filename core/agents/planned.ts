import type { Task } from '../contract/tasks.ts'
import type { Logger } from '../platform/platform.ts'
import type { Tasks } from '../tasks/index.ts'
import type { Agents } from './agents.ts'

export interface PlannedDeps {
  readonly tasks: Tasks
  readonly agents: Agents
  readonly log: Logger
}

/** Cards that begin by themselves. */
export interface Planned {
  /** Begins with those that wait for nothing any more; each is begun with by one process. */
  begin(): void
  /** Settles once those that are about to begin here are queued, or could not be. */
  started(): Promise<void>
  /** None begins any more. */
  close(): Promise<void>
}

export function createPlanned({ tasks, agents, log }: PlannedDeps): Planned {
  let isClosed = false
  const starting = new Set<Promise<void>>()
  const started = async (): Promise<void> => void (await Promise.all(starting))

  async function start(card: Task): Promise<void> {
    const { projectId, sessionId, subject, description, plan } = card
    if (plan === null || !tasks.takePlan(card.id)) return
    const prompt = description.trim() === '' ? subject : description
    const from = { projectId, parentId: sessionId, by: 'system', isBackground: true, name: '', toolCallId: '' } as const
    const { agent: type, model, worktree: isIsolated } = plan
    await agents.start({ ...from, type, model, isIsolated, prompt, description: subject, card })
  }
  return {
    begin() {
      if (isClosed) return
      for (const card of tasks.ready()) {
        const begun = start(card)
          .catch((error: unknown) =>
            // It is left to do: a person who starts it sees why.
            log.log('warn', 'agents', 'a card could not begin by itself', { id: card.id, detail: String(error) }),
          )
          .finally(() => starting.delete(begun))
        starting.add(begun)
      }
    },
    started,
    close() {
      isClosed = true
      return started()
    },
  }
}
