import { AppError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { Caller } from '../../contract/method.ts'
import { newId } from '../../base/ids.ts'
import { ownWorktree } from '../../agents/index.ts'
import type { Task, Worktree } from '../../contract/tasks.ts'
import type { OwnWorktree } from '../../git/index.ts'
import { atWork, briefText, type TaskPlace } from '../../tasks/index.ts'
import { ownSession, projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

export function taskHandlers(services: Services): RpcHandlers['tasks'] {
  const { storage, tasks, agents, runs, worktrees, planned } = services
  const rootOf = ({ projectId }: Task): string => storage.projects.get(projectId)?.path ?? ''
  function worktreeOf(task: Task): OwnWorktree & { readonly now: Worktree } {
    const own = ownWorktree(storage, task)
    if (!own || !task.worktree) throw new AppError('worktree.none')
    return { ...own, now: task.worktree }
  }
  /** Nobody changes the worktree meanwhile. */
  function atRest(id: string, caller: Caller): Task {
    const task = tasks.find(id, placeOf(caller))
    if (atWork.has(task.status)) throw new AppError('task.at_work')
    return task
  }
  const placeOf = (caller: Caller): TaskPlace => {
    runs.recover()
    planned.begin()
    return { projectId: caller.projectId === undefined ? undefined : projectOf(services, caller).id }
  }
  async function keepsChanges(task: Task): Promise<boolean> {
    const own = ownWorktree(storage, task)
    return own !== undefined && (await worktrees.leave(rootOf(task), own)) === 'changed'
  }
  return {
    async list(query, { caller }) {
      return tasks.list({ ...query, projectId: placeOf(caller).projectId ?? query.projectId }).map(brief)
    },
    async get({ id }, { caller }) {
      const place = placeOf(caller)
      await planned.started()
      const task = tasks.find(id, place)
      return { ...task, runs: tasks.runs(task.id), journal: tasks.journal(task.id) }
    },
    async create({ subject, description, agent, model, blockedBy, worktree }, { caller }) {
      const place = placeOf(caller)
      const { projectId } = place
      if (projectId === undefined) throw new AppError('project.none')
      const blockers = blockedBy.map((which) => tasks.find(which, place).id)
      if (agent !== undefined && blockers.length === 0) {
        const prompt = description.trim() === '' ? subject : description
        const from = { projectId, parentId: null, by: 'user', type: agent, model, isBackground: true, name: '', toolCallId: '' } as const
        const { id } = await agents.start({ ...from, prompt, description: subject, isIsolated: worktree })
        return tasks.find(id, place)
      }
      if (agent !== undefined) await agents.look(projectId, agent)
      const { id } = tasks.create({
        id: newId(),
        projectId,
        sessionId: null,
        name: '',
        subject,
        description,
        owner: agent ?? '',
        by: 'user',
      })
      if (blockers.length > 0) tasks.block(id, blockers)
      if (agent !== undefined) tasks.setPlan(id, { agent, model, worktree })
      planned.begin()
      return tasks.find(id, place)
    },
    async start({ id, agent, model, worktree }, { caller }) {
      const place = placeOf(caller)
      const card = tasks.find(id, place)
      const open = card.blockedBy.filter(({ state }) => state === 'open')
      if (open.length > 0) {
        throw new AppError('task.blocked', { params: { blockers: open.map((blocker) => tasks.get(blocker.id)?.subject ?? '').join(', ') } })
      }
      if (card.run > 0) throw new AppError('task.not_possible', { params: { from: card.status, to: 'queued' } })
      const { projectId, subject, description } = card
      const prompt = description.trim() === '' ? subject : description
      const from = {
        projectId,
        parentId: card.sessionId,
        by: 'user',
        type: agent,
        model,
        isBackground: true,
        name: '',
        toolCallId: '',
      } as const
      await agents.start({ ...from, prompt, description: subject, card, isIsolated: worktree })
      return tasks.find(card.id, place)
    },
    async setBlockers({ id, blockedBy }, { caller }) {
      const place = placeOf(caller)
      const card = tasks.find(id, place)
      if (card.status !== 'todo') throw new AppError('task.not_possible', { params: { from: card.status, to: 'todo' } })
      const blockers = blockedBy.map((which) => tasks.find(which, { projectId: card.projectId }).id)
      tasks.setBlockers(card.id, blockers)
      planned.begin()
      return tasks.find(card.id, place)
    },
    resume: async ({ id, text }, { caller }) => agents.resume(id, { text, by: 'user', place: placeOf(caller) }),
    async stop({ id, scope }, { caller }) {
      const task = tasks.find(id, placeOf(caller))
      if (scope === 'children') return { stopped: await runs.stopChildren(task.id, 'user') }
      return { stopped: (await runs.cancel(task.id, 'user')) ? 1 : 0 }
    },
    send: async ({ id, text }, { caller }) => agents.send(id, { text, by: 'user', place: placeOf(caller) }),
    async changes({ id }, { caller }) {
      const task = tasks.find(id, placeOf(caller))
      return worktrees.changes(rootOf(task), worktreeOf(task))
    },
    async merge({ id }, { caller }) {
      const task = atRest(id, caller)
      const { now, ...own } = worktreeOf(task)
      const merged = await worktrees.merge(rootOf(task), own, task.subject)
      if (merged.status === 'merged') tasks.setWorktree(task.id, { ...now, state: 'gone' })
      return merged
    },
    async discard({ id }, { caller }) {
      const task = atRest(id, caller)
      const { now, place } = worktreeOf(task)
      await worktrees.remove(rootOf(task), place)
      tasks.setWorktree(task.id, { ...now, state: 'gone' })
      return tasks.find(task.id, placeOf(caller))
    },
    async remove({ id }, { caller }) {
      const task = atRest(id, caller)
      if (task.worktree && task.worktree.state !== 'gone' && (await keepsChanges(task)))
        throw new AppError('worktree.kept', { params: { path: task.worktree.path } })
      tasks.remove(task.id)
      // Its transcript goes with it.
      if (storage.sessions.get(task.id)) storage.sessions.hide(task.id)
      return {}
    },
    async settled({ sessionId }, { caller }) {
      await runs.settled(ownSession(services, caller, sessionId))
      return {}
    },
  }
}

function brief(task: Task): Task {
  const { description, facts } = task
  return { ...task, description: briefText(description), facts: facts && { ...facts, result: briefText(facts.result) } }
}
