import { newId } from '../base/ids.ts'
import { errorText } from '../contract/error-texts.ts'
import { AppError } from '../contract/errors.ts'
import { noUsage } from '../contract/fold.ts'
import { TaskStatus, type Task } from '../contract/tasks.ts'
import type { Storage } from '../storage/types.ts'
import { rootOf } from '../session/index.ts'
import { atWork, finalStates, mayBecome, type TaskPlace, type Tasks } from '../tasks/index.ts'
import { ToolFailure, type Board, type CardUpdate } from '../tools/index.ts'
import type { Agents } from './agents.ts'
import { untouched } from './live-run.ts'
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
    // An agent speaks for the conversation that started it.
    return { projectId: session.projectId, sessionId: rootOf(storage, sessionId) }
  }
  const idsOf = (which: readonly string[], place: TaskPlace): string[] => which.map((one) => tasks.find(one, place).id)

  async function update({ id, status, subject, addBlockedBy, owner }: CardUpdate, place: TaskPlace): Promise<Task> {
    const task = tasks.find(id, place)
    const blockers = idsOf(addBlockedBy, place)
    const to = status === task.status ? undefined : status
    // Before anything is changed: a call that is refused has done nothing.
    if (to !== undefined) mayUpdate(task, { to, blockers })
    if (owner === '') tasks.release(task.id)
    else if (owner !== undefined && owner !== task.owner) tasks.claim(task.id, owner)
    if (blockers.length > 0) tasks.block(task.id, blockers)
    if (subject !== undefined) tasks.rename(task.id, subject)
    if (to === 'cancelled') await runs.cancel(task.id, 'agent')
    else if (to !== undefined) tasks.move(task.id, to, { by: 'agent' })
    return tasks.find(task.id, place)
  }
  function mayUpdate(task: Task, { to, blockers }: { to: TaskStatus; blockers: readonly string[] }): void {
    // What becomes of a run its agent says.
    if (to === 'completed' && atWork.has(task.status)) throw new AppError('task.at_work')
    if (!mayBecome(task.status, to, { isNewRun: false, hasRun: task.run > 0 }))
      throw new AppError('task.not_possible', { params: { from: task.status, to } })
    const waitsFor = [...task.blockedBy.flatMap((blocker) => (blocker.state === 'open' ? [blocker.id] : [])), ...blockers]
    const open = waitsFor.map((one) => tasks.get(one)).filter((card) => card !== undefined && card.status !== 'completed')
    if (to === 'completed' && open.length > 0)
      throw new AppError('task.blocked', { params: { blockers: open.map((card) => card?.subject ?? '').join(', ') } })
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
        return tasks.list({ projectId: placeOf(sessionId).projectId, statuses: wanted, owner, limit: MOST }).map(brief)
      }),
    get: (sessionId, id) => forModel(() => whole(tasks.find(id, placeOf(sessionId)))),
    stop: (sessionId, id) =>
      forModel(async () => {
        const task = tasks.find(id, placeOf(sessionId))
        // Its end comes as a notice.
        if (runs.get(task.id)) void runs.cancel(task.id, 'agent')
        else if (!(await runs.cancel(task.id, 'agent')))
          throw new AppError('task.not_possible', { params: { from: task.status, to: 'cancelled' } })
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
  const {
    inputTokens: input,
    outputTokens: output,
    cacheWriteTokens: cache_write,
    cacheReadTokens: cache_read,
    costUsd: cost,
  } = facts?.usage ?? noUsage
  const { result, error, startedAt: start_time, endedAt: end_time, outputFile: output_file } = facts ?? untouched
  const usage = { input, output, cache_write, cache_read }
  return { ...brief(task), description, result, error: error?.message ?? null, usage, cost, start_time, end_time, output_file }
}
