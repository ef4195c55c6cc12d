import { newId } from '../base/ids.ts'
import { errorText } from '../contract/error-texts.ts'
import { AppError } from '../contract/errors.ts'
import { TaskStatus, type Task } from '../contract/tasks.ts'
import type { Storage } from '../storage/types.ts'
import { finalStates, type TaskPlace, type Tasks } from '../tasks/index.ts'
import { ToolFailure, type Board, type CardUpdate } from '../tools/index.ts'
import type { Agents } from './agents.ts'
import type { Runs } from './runs.ts'

const MOST = 200

export interface BoardDeps {
  readonly storage: Storage
  readonly tasks: Tasks
  readonly agents: Agents
  readonly runs: Runs
}

/** What stands behind the tools `task_*` and `send_message`. */
export function createBoard({ storage, tasks, agents, runs }: BoardDeps): Board {
  const placeOf = (sessionId: string): { readonly projectId: string; readonly sessionId: string } => {
    const session = storage.sessions.get(sessionId)
    if (!session) throw new AppError('session.not_found')
    return { projectId: session.projectId, sessionId }
  }
  const idsOf = (which: readonly string[], place: TaskPlace): string[] => which.map((one) => tasks.find(one, place).id)

  async function update({ id, status, subject, addBlockedBy, owner }: CardUpdate, place: TaskPlace): Promise<Task> {
    const task = tasks.find(id, place)
    if (addBlockedBy.length > 0) tasks.block(task.id, idsOf(addBlockedBy, place))
    if (owner !== undefined && owner !== task.owner) tasks.claim(task.id, owner)
    if (subject !== undefined) tasks.rename(task.id, subject)
    if (status === 'cancelled' && runs.get(task.id)) await runs.stop(task.id, 'agent')
    else if (status !== undefined && status !== task.status) {
      const open = task.blockedBy.filter(({ state }) => state === 'open')
      if (status === 'completed' && open.length > 0) {
        const blockers = open.map((blocker) => tasks.get(blocker.id)?.subject ?? blocker.id).join(', ')
        throw new AppError('task.blocked', { params: { blockers } })
      }
      tasks.move(task.id, status, { by: 'agent' })
    }
    return tasks.find(task.id, place)
  }
  return {
    create: (sessionId, { subject, description, blockedBy }) =>
      forModel(() => {
        const place = placeOf(sessionId)
        const blockers = idsOf(blockedBy, place)
        const task = tasks.create({ id: newId(), ...place, name: '', subject, description, owner: '', by: 'agent' })
        if (blockers.length > 0) tasks.block(task.id, blockers)
        return { id: task.id, status: task.status }
      }),
    update: (sessionId, change) => forModel(async () => brief(await update(change, placeOf(sessionId)))),
    list: (sessionId, { status, owner }) =>
      forModel(() => {
        const wanted = TaskStatus.options.filter((one) => (status === undefined ? !finalStates.has(one) : one === status))
        const found = tasks.list({ projectId: placeOf(sessionId).projectId, statuses: wanted, limit: MOST })
        return found.filter((task) => owner === undefined || task.owner === owner).map(brief)
      }),
    get: (sessionId, id) => forModel(() => whole(tasks.find(id, placeOf(sessionId)))),
    stop: (sessionId, id) =>
      forModel(() => {
        const task = tasks.find(id, placeOf(sessionId))
        if (!runs.get(task.id)) tasks.move(task.id, 'cancelled', { by: 'agent' })
        // Its end comes as a notice.
        else void runs.stop(task.id, 'agent')
        return { task_id: task.id, status: 'cancellation_requested' }
      }),
    send: (sessionId, { to, text }) =>
      forModel(async () => {
        const { status, task } = await agents.send(to, { text, by: 'agent', place: placeOf(sessionId) })
        return { task_id: task.id, status }
      }),
  }
}

async function forModel<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { what, fix } = errorText(error.code, error.params, 'en')
    throw new ToolFailure(`${what} ${fix}`)
  }
}

function brief({ id, name, subject, status, owner, blockedBy, facts }: Task) {
  return {
    id,
    name,
    subject,
    status,
    owner,
    // Finished ones block nothing any more.
    blocked_by: blockedBy
      .filter(({ state }) => state !== 'done')
      .map((blocker) => (blocker.state === 'gone' ? `${blocker.id} (gone)` : blocker.id)),
    tool_count: facts?.toolCount ?? 0,
    last_activity: facts?.lastActivity?.text ?? '',
  }
}

function whole(task: Task) {
  const { description, facts } = task
  if (!facts) return { ...brief(task), description }
  const {
    inputTokens: input,
    outputTokens: output,
    cacheWriteTokens: cache_write,
    cacheReadTokens: cache_read,
    costUsd: cost,
  } = facts.usage
  const { result, error, startedAt: start_time, endedAt: end_time, outputFile: output_file } = facts
  const usage = { input, output, cache_write, cache_read }
  return { ...brief(task), description, result, error: error?.message ?? null, usage, cost, start_time, end_time, output_file }
}
