import { findAgent, noSuchAgent, shownTools, type AgentDefinition, type AgentPlace, type FoundAgent } from '../../agents/index.ts'
import type { AgentDetail, AgentInfo } from '../../contract/agents.ts'
import { AppError, toWireError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { Caller } from '../../contract/method.ts'
import { displayPath } from '../../workspace/index.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

export function agentHandlers(services: Services): RpcHandlers['agents'] {
  const { definitions, definitionEdits, platform } = services
  const { userHome } = platform.paths
  const placeOf = (caller: Caller): AgentPlace => {
    const projectRoot = caller.projectId === undefined ? undefined : projectOf(services, caller).path
    return { projectRoot, isTrusted: projectRoot !== undefined && services.isTrusted(projectRoot) }
  }
  /** As the definition in use says. */
  async function remoteOf(name: string, caller: Caller) {
    const place = placeOf(caller)
    const found = findAgent(await definitions.usable(place), name)
    if (!found) throw new AppError('agent.not_found', { params: { name } })
    if (!found.text.remote) throw new AppError('a2a.no_sign_in', { params: { agent: found.name } })
    const target = { ...found.text.remote, isOfProject: found.source === 'project' }
    return { agent: found.name, target, projectRoot: place.projectRoot }
  }
  return {
    list: async (_, { caller }) => (await definitions.list(placeOf(caller))).map((agent) => toInfo(agent, userHome)),
    async show({ name, path }, { caller }) {
      const place = placeOf(caller)
      const all = await definitions.list(place)
      const found = path === undefined ? findAgent(all, name) : all.find((one) => one.path === path)
      if (!found) throw noSuchAgent(name, all)
      return { ...toDetail(found, userHome), ...(await definitionEdits.read(found, place)) }
    },
    async save({ name, source, text, expectedHash }, { caller }) {
      const place = placeOf(caller)
      await definitionEdits.save({ name, source, text, expectedHash }, place)
      const saved = (await definitions.list(place)).find((one) => one.source === source && one.name === name)
      if (!saved) throw new AppError('agent.not_found', { params: { name } })
      return { ...toDetail(saved, userHome), ...(await definitionEdits.read(saved, place)) }
    },
    async remove({ name, source, expectedHash }, { caller }) {
      await definitionEdits.remove({ name, source, expectedHash }, placeOf(caller))
      return {}
    },
    async login({ name }, { caller, signal }) {
      await services.remoteAgents.login(await remoteOf(name, caller), signal)
      return {}
    },
    async logout({ name }, { caller }) {
      await services.remoteAgents.logout(await remoteOf(name, caller))
      return {}
    },
    async check({ text, fileName }) {
      const found = definitions.check(text, fileName)
      return { ...toDetail({ ...found, state: found.text ? 'active' : 'broken' }, userHome), text, hash: '', isEditable: false }
    },
  }
}

function toDetail(agent: AgentDefinition, userHome: string): Omit<AgentDetail, 'text' | 'hash' | 'isEditable'> {
  return { ...toInfo(agent, userHome), prompt: agent.text?.prompt ?? '' }
}

function toInfo(
  { name, source, plugin, path, state, text, diagnostics }: FoundAgent & Pick<AgentInfo, 'state'>,
  userHome: string,
): AgentInfo {
  return {
    name,
    description: text?.description ?? '',
    source,
    ...(plugin !== undefined && { plugin }),
    path,
    displayPath: displayPath(path, userHome),
    state,
    ...(text ? shownTools(text) : { tools: null, disallowedTools: [] }),
    model: text?.model ?? 'inherit',
    maxTurns: text?.maxTurns ?? null,
    permissionMode: text?.permissionMode ?? null,
    isReadOnly: text?.isReadOnly ?? false,
    isBackground: text?.background ?? false,
    color: text?.color ?? '',
    ...(text?.remote && { remoteUrl: text.remote.cardUrl }),
    diagnostics: diagnostics.map(({ level, line, problem }) => ({ level, line, problem: toWireError(problem) })),
  }
}
