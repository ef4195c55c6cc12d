import type { RunFacts, TaskStatus } from '../../core/contract/tasks.ts'
import type { Storage } from '../../core/storage/types.ts'

export interface BoardCard {
  readonly subject: string
  readonly status: TaskStatus
  /** Of a card that is to do: whom it is given to. */
  readonly agent?: string
  readonly model?: string
  readonly facts?: Partial<RunFacts>
  /** Subjects of cards written before it; a word that is none of theirs is a card that is gone. */
  readonly after?: readonly string[]
  /** It begins by itself once those are done. */
  readonly begins?: boolean
}

const usage = { inputTokens: 9_000, outputTokens: 2_400, cacheReadTokens: 30_600, cacheWriteTokens: 0, costUsd: 0.09 }
const spec = {
  ...{ label: '', isFork: false, depth: 1, isBackground: true, isReadOnly: false, mode: null, isApproved: false, limits: [] },
  ...{ prompt: '', hasMemory: false, maxTurns: 60, timeoutMs: null, effort: null },
}

/** Writes cards as agents leave them. Those at work hold their leases: they stay so until the store is closed. */
export function fillBoard(storage: Storage, folder: string, cards: readonly BoardCard[], now = Date.now()): Map<string, string> {
  const { id: projectId } = storage.projects.open(folder)
  const ids = new Map<string, string>()
  for (const [n, card] of cards.entries()) {
    const id = `0199a3c2-7d10-7abc-8def-${(0x4a7c + n * 37).toString(16).padStart(12, '0')}`
    ids.set(card.subject, id)
    write(storage, { id, projectId, card, now })
    const blockers = (card.after ?? []).map((subject) => ids.get(subject) ?? `0199a3c2-7d10-7abc-8def-00000000${subject}`)
    if (blockers.length > 0) storage.tasks.block(id, blockers)
    if (card.begins) storage.tasks.setPlan(id, { agent: card.agent ?? 'general-purpose', ...(card.model && { model: card.model }) })
  }
  return ids
}

function write(storage: Storage, { id, projectId, card, now }: { id: string; projectId: string; card: BoardCard; now: number }): void {
  const { subject, status, agent = 'general-purpose', model = 'claude-sonnet-5-5' } = card
  const description = 'Look at every caller, write down what it relies on. '.repeat(10)
  const about = { id, projectId, sessionId: null, name: '', subject, description, by: 'user' } as const
  if (status === 'todo') return void storage.tasks.create({ ...about, owner: card.agent ?? '' })
  const isAtWork = status === 'queued' || status === 'running' || status === 'waiting'
  const run: RunFacts = {
    ...{ agent, model, modelFrom: 'definition', isBackground: true, toolCallId: '', waitingFor: null, steps: 9, toolCount: 37, usage },
    ...{
      todos: null,
      lastActivity: null,
      result: '',
      outputFile: null,
      error: null,
      startedAt: now - 260_000,
      stoppedBy: null,
      worktree: null,
    },
    endedAt: isAtWork ? null : now - 20_000,
    ...card.facts,
  }
  storage.tasks.create({ ...about, owner: agent, run: status === 'queued' ? { ...run, startedAt: null } : run })
  if (isAtWork) {
    const session = { projectId, title: subject, provider: 'scripted', model, mode: 'default' } as const
    storage.sessions.create({ ...session, agent: { id, parentId: null, spec: { ...spec, type: agent } } })
    storage.leases.acquire(id)
  }
  if (status !== 'queued') storage.tasks.move(id, { from: 'queued', to: status, by: 'system', reason: '' })
}
