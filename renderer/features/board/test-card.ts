import type { RunFacts, Task, TaskStatus } from '../../../core/contract/tasks.ts'

/** A card for tests of this folder. */
export function card(id: string, status: TaskStatus, run = 0, owner = ''): Task {
  const rest = {
    projectId: 'p',
    sessionId: null,
    name: '',
    description: '',
    blockedBy: [],
    blocks: [],
    facts: null,
    worktree: null,
    plan: null,
    createdAt: 1,
    updatedAt: 1,
  }
  return { ...rest, id, subject: `Work ${id}`, status, run, owner }
}

export function factsOf(some: Partial<RunFacts>): RunFacts {
  const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null }
  return {
    ...{ agent: 'Explore', model: 'm', modelFrom: 'parent', isBackground: true, toolCallId: '', waitingFor: null, steps: 0, toolCount: 0 },
    ...{
      usage,
      todos: null,
      lastActivity: null,
      result: '',
      outputFile: null,
      error: null,
      startedAt: null,
      endedAt: null,
      stoppedBy: null,
    },
    ...{ worktree: null, ...some },
  }
}
