import { findAgent, type AgentDefinition, type AgentPlace, type FoundAgent } from '../../agents/index.ts'
import type { AgentDetail, AgentInfo } from '../../contract/agents.ts'
import { AppError, toWireError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { Caller } from '../../contract/method.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

export function agentHandlers(services: Services): RpcHandlers['agents'] {
  const { definitions } = services
  const placeOf = (caller: Caller): AgentPlace => {
    const projectRoot = caller.projectId === undefined ? undefined : projectOf(services, caller).path
    return { projectRoot, isTrusted: projectRoot !== undefined && services.isTrusted(projectRoot) }
  }
  return {
    list: async (_, { caller }) => (await definitions.list(placeOf(caller))).map(toInfo),
    async show({ name, path }, { caller }) {
      const all = await definitions.list(placeOf(caller))
      const found = path === undefined ? findAgent(all, name) : all.find((one) => one.path === path)
      if (!found) throw new AppError('agent.not_found', { params: { name } })
      return toDetail(found)
    },
    async check({ text, fileName }) {
      const found = definitions.check(text, fileName)
      return toDetail({ ...found, state: found.text ? 'active' : 'broken' })
    },
  }
}

function toDetail(agent: AgentDefinition): AgentDetail {
  return { ...toInfo(agent), prompt: agent.text?.prompt ?? '' }
}

function toInfo({ name, source, plugin, path, state, text, diagnostics }: FoundAgent & Pick<AgentInfo, 'state'>): AgentInfo {
  return {
    name,
    description: text?.description ?? '',
    source,
    ...(plugin !== undefined && { plugin }),
    path,
    state,
    tools: text?.tools ? [...text.tools] : null,
    disallowedTools: [...(text?.disallowedTools ?? [])],
    model: text?.model ?? 'inherit',
    maxTurns: text?.maxTurns ?? null,
    permissionMode: text?.permissionMode ?? null,
    isReadOnly: text?.isReadOnly ?? false,
    isBackground: text?.background ?? false,
    color: text?.color ?? '',
    diagnostics: diagnostics.map(({ level, line, problem }) => ({ level, line, problem: toWireError(problem) })),
  }
}
