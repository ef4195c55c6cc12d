import { findAgent, type AgentDefinition, type AgentPlace, type FoundAgent } from '../../agents/index.ts'
import type { AgentDetail, AgentInfo } from '../../contract/agents.ts'
import { AppError, toWireError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { Caller } from '../../contract/method.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

export function agentHandlers(services: Services): RpcHandlers['agents'] {
  const { definitions, definitionEdits } = services
  const placeOf = (caller: Caller): AgentPlace => {
    const projectRoot = caller.projectId === undefined ? undefined : projectOf(services, caller).path
    return { projectRoot, isTrusted: projectRoot !== undefined && services.isTrusted(projectRoot) }
  }
  return {
    list: async (_, { caller }) => (await definitions.list(placeOf(caller))).map(toInfo),
    async show({ name, path }, { caller }) {
      const place = placeOf(caller)
      const all = await definitions.list(place)
      const found = path === undefined ? findAgent(all, name) : all.find((one) => one.path === path)
      if (!found) throw new AppError('agent.not_found', { params: { name } })
      return { ...toDetail(found), ...(await definitionEdits.read(found, place)) }
    },
    async save({ name, source, text, expectedHash }, { caller }) {
      const place = placeOf(caller)
      await definitionEdits.save({ name, source, text, expectedHash }, place)
      const saved = (await definitions.list(place)).find((one) => one.source === source && one.name === name)
      if (!saved) throw new AppError('agent.not_found', { params: { name } })
      return { ...toDetail(saved), ...(await definitionEdits.read(saved, place)) }
    },
    async remove({ name, source, expectedHash }, { caller }) {
      await definitionEdits.remove({ name, source, expectedHash }, placeOf(caller))
      return {}
    },
    async check({ text, fileName }) {
      const found = definitions.check(text, fileName)
      return { ...toDetail({ ...found, state: found.text ? 'active' : 'broken' }), text, hash: '', isEditable: false }
    },
  }
}

function toDetail(agent: AgentDefinition): Omit<AgentDetail, 'text' | 'hash' | 'isEditable'> {
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
