import type { EffectiveConfig } from '../../config/types.ts'
import type { Mode } from '../../contract/common.ts'
import { AppError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { Caller } from '../../contract/method.ts'
import { ownSession, projectOf } from '../callers.ts'
import type { Services } from '../services.ts'
import { keepingHandlers } from './keeping.ts'

export function sessionHandlers(services: Services): RpcHandlers['sessions'] {
  const { sessions, agents, config, providers, windows } = services
  return {
    list: async ({ limit, archived }, { caller }) => sessions.list({ projectId: projectOf(services, caller).id, limit, archived }),
    ...keepingHandlers(services),
    async create({ provider, model, mode }, { caller }) {
      const project = projectOf(services, caller)
      const effective = await config.load(project.path)
      permitMode(effective, mode)
      const chosen = provider === undefined ? providers.preferred(effective) : providers.find(effective, provider)
      const session = sessions.create({
        projectId: project.id,
        provider: chosen.name,
        model: providers.modelOf(chosen, model),
        mode: mode ?? effective.defaultMode,
      })
      // Its maker follows it from the first event.
      windows.showSession(caller.windowId, session.id)
      return session
    },
    async open({ sessionId }, { caller }) {
      ownSession(services, caller, sessionId)
      // Before the snapshot: an event between the two is one the snapshot holds already.
      windows.showSession(caller.windowId, sessionId)
      return sessions.open(sessionId)
    },
    async close({ sessionId }, { caller }) {
      windows.hideSession(caller.windowId, sessionId)
      if (sessions.projectOf(sessionId) === caller.projectId && !windows.isShown(sessionId)) await sessions.leave(sessionId)
      return {}
    },
    history: async ({ sessionId, before }, { caller }) => sessions.history(ownSession(services, caller, sessionId), before),
    rewindPoints: async ({ sessionId, before }, { caller }) => sessions.rewindPoints(ownSession(services, caller, sessionId), before),
    rewind: async (input, { caller }) => sessions.rewind({ ...input, sessionId: ownSession(services, caller, input.sessionId) }),
    async fork({ sessionId, messageId }, { caller }) {
      const forked = await sessions.fork(ownSession(services, caller, sessionId), messageId)
      windows.showSession(caller.windowId, forked.session.id)
      return forked
    },
    rename: async ({ sessionId, title }, { caller }) => sessions.rename(ownSession(services, caller, sessionId), title),
    async setMode({ sessionId, mode }, { caller }) {
      const own = ownSession(services, caller, sessionId)
      permitMode(await config.load(undefined), mode)
      return sessions.setMode(own, mode)
    },
    context: async ({ sessionId }, { caller }) => sessions.context(ownSession(services, caller, sessionId)),
    compact: async ({ sessionId, focus }, { caller }) => sessions.compact(ownSession(services, caller, sessionId), focus?.trim() ?? ''),
    async clear({ sessionId }, { caller }) {
      const session = await sessions.clear(ownSession(services, caller, sessionId))
      windows.showSession(caller.windowId, session.id)
      return session
    },
    async setModel({ sessionId, provider, model }, { caller }) {
      ownSession(services, caller, sessionId)
      const found = providers.find(await config.load(projectOf(services, caller).path), provider)
      return sessions.setModel(sessionId, { provider, model: providers.modelOf(found, model) })
    },
    setEffort: async ({ sessionId, effort }, { caller }) => sessions.setEffort(ownSession(services, caller, sessionId), effort),
    setAgent: async ({ sessionId, agent }, { caller }) =>
      agents.handOver(ownSession(services, caller, sessionId), agent === null ? null : { type: agent, model: undefined }, 'user'),
  }
}

/** `AppError('policy.bypass')`. */
function permitMode({ policy }: EffectiveConfig, mode: Mode | undefined): void {
  if (policy?.forbidsBypass && mode === 'bypassPermissions') throw new AppError('policy.bypass', { params: { file: policy.file } })
}

/** An agent is talked to by its card, which counts its runs. `AppError('task.send_instead')`. */
function ownConversation(services: Services, caller: Caller, sessionId: string): string {
  const own = ownSession(services, caller, sessionId)
  if (services.storage.sessions.get(own)?.agent) throw new AppError('task.send_instead')
  return own
}

export function turnHandlers(services: Services): RpcHandlers['turns'] {
  const { sessions } = services
  return {
    start: async (input, { caller }) => sessions.startTurn({ ...input, sessionId: ownConversation(services, caller, input.sessionId) }),
    queue: async (input, { caller }) => sessions.queue({ ...input, sessionId: ownConversation(services, caller, input.sessionId) }),
    async unqueue({ sessionId, id }, { caller }) {
      sessions.unqueue(ownSession(services, caller, sessionId), id)
      return {}
    },
    async sendNow({ sessionId, id }, { caller }) {
      await sessions.sendNow(ownSession(services, caller, sessionId), id)
      return {}
    },
    async retryNow({ sessionId }, { caller }) {
      sessions.retryNow(ownSession(services, caller, sessionId))
      return {}
    },
    async cancel({ sessionId }, { caller }) {
      await sessions.cancelTurn(ownSession(services, caller, sessionId))
      return {}
    },
  }
}

export function questionHandlers({ sessions }: Services): RpcHandlers['questions'] {
  return {
    async answer(answer, { caller }) {
      if (caller.projectId === undefined) throw new AppError('project.none')
      await sessions.answerQuestion(answer, caller.projectId)
      return {}
    },
  }
}

export function approvalHandlers({ sessions }: Services): RpcHandlers['approvals'] {
  return {
    list: async (_, { caller }) => sessions.approvals(caller.projectId),
    async answer(answer, { caller }) {
      if (caller.projectId === undefined) throw new AppError('project.none')
      await sessions.answer(answer, caller.projectId)
      return {}
    },
  }
}
