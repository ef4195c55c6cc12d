import type { CardPlan, Task } from '../contract/tasks.ts'
import type { Logger } from '../platform/platform.ts'
import type { Sessions } from '../session/index.ts'
import type { Storage } from '../storage/types.ts'
import type { Tasks } from '../tasks/index.ts'
import type { Agents } from './agents.ts'

export interface PlannedDeps {
  readonly tasks: Tasks
  readonly agents: Agents
  readonly leases: Storage['leases']
  readonly sessions: () => Pick<Sessions, 'remove'>
  /** A session is there that a dead process made for it. */
  readonly isHalfBegun: (id: string) => boolean
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

export function createPlanned({ tasks, agents, leases, sessions, isHalfBegun, log }: PlannedDeps): Planned {
  let isClosed = false
  const starting = new Map<string, Promise<void>>()
  const started = async (): Promise<void> => void (await Promise.all(starting.values()))

  /** A card is one process's while it begins; when that dies before it has begun the next one takes it. */
  async function take(id: string): Promise<void> {
    if (!leases.acquire(id).ok) return
    const card = tasks.get(id)
    // Somebody else has begun with it meanwhile.
    if (card?.status !== 'todo' || card.plan === null) return leases.release(id)
    try {
      if (isHalfBegun(id)) await sessions().remove([id])
      await start(card, card.plan)
    } catch (error) {
      // It is left to do: a person who starts it sees why.
      tasks.dropPlan(id)
      leases.release(id)
      log.log('warn', 'agents', 'a card could not begin by itself', { id, detail: String(error) })
    }
  }
  async function start(card: Task, plan: CardPlan): Promise<void> {
    const { projectId, sessionId, subject, description } = card
    const prompt = description.trim() === '' ? subject : description
    const from = { projectId, parentId: sessionId, by: 'system', isBackground: true, name: '', toolCallId: '' } as const
    const { agent: type, model, worktree: isIsolated } = plan
    await agents.start({ ...from, type, model, isIsolated, prompt, description: subject, card })
  }
  return {
    begin() {
      if (isClosed) return
      for (const { id } of tasks.ready()) {
        if (!starting.has(id))
          starting.set(
            id,
            take(id).finally(() => starting.delete(id)),
          )
      }
    },
    started,
    close() {
      isClosed = true
      return started()
    },
  }
}
