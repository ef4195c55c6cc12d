import { closest } from '../base/closest.ts'
import path from 'node:path'
import { AppError } from '../contract/errors.ts'
import { builtinDefinitions } from './builtin.ts'
import { contentsOf, createDefinitionFiles, type DefinitionRoot } from './definition-files.ts'
import type { AgentDefinition, FoundAgent, UsableAgent } from './types.ts'

/** Where definitions are looked for, and for whom. */
export interface AgentPlace {
  readonly projectRoot: string | undefined
  /** A person trusts the project folder. */
  readonly isTrusted: boolean
}

/** Definitions as they lie on the disk: an edit is seen by the next call. */
export interface Definitions {
  /** All of them by name, the one in use first, broken and shadowed ones too. */
  list(place: AgentPlace): Promise<readonly AgentDefinition[]>
  /** What an agent can be started by. */
  usable(place: AgentPlace): Promise<readonly UsableAgent[]>
  /** A text as a file of that name. */
  check(text: string, fileName: string): FoundAgent
}

export interface DefinitionsDeps {
  /** `MEWCODE_HOME`. */
  readonly home: string
  readonly userHome: string
  readonly knowsModel: (id: string) => boolean
  /** What the plugins that are switched on bring. */
  readonly pluginRoots: (projectRoot: string | undefined) => Promise<readonly DefinitionRoot[]>
}

export function createDefinitions({ home, userHome, knowsModel, pluginRoots }: DefinitionsDeps): Definitions {
  const files = createDefinitionFiles(knowsModel)
  const builtin = builtinDefinitions(knowsModel)

  async function list({ projectRoot, isTrusted }: AgentPlace): Promise<AgentDefinition[]> {
    const roots = [...rootsOf(projectRoot, { home, userHome }), ...(await pluginRoots(projectRoot))]
    const found = await Promise.all(roots.map((root) => files.read(root)))
    return inOrder([...found.flat(), ...builtin], isTrusted)
  }
  return {
    list,
    usable: async (place) => (await list(place)).filter(isUsable),
    check: (text, fileName) => ({
      source: 'user',
      path: fileName,
      ...contentsOf(Buffer.from(text), { fileName, knowsModel }),
    }),
  }
}

const FOREIGN = ['.agents/agents', '.claude/agents'] as const

/** The strongest first: the project's, then the user's. */
function rootsOf(projectRoot: string | undefined, { home, userHome }: { home: string; userHome: string }): DefinitionRoot[] {
  const user = [path.join(home, 'agents'), ...FOREIGN.map((place) => path.join(userHome, place))]
  const own = new Set(user)
  const project = projectRoot === undefined ? [] : ['.mewcode/agents', ...FOREIGN].map((place) => path.join(projectRoot, place))
  return [
    // The home folder itself may be a project.
    ...project
      .filter((place) => !own.has(place))
      .map((place): DefinitionRoot => ({ source: 'project', path: place, boundary: projectRoot })),
    ...user.map((place): DefinitionRoot => ({ source: 'user', path: place, boundary: undefined })),
  ]
}

/** What a folder nobody trusts brings hides nothing. */
function inOrder(found: readonly FoundAgent[], isTrusted: boolean): AgentDefinition[] {
  const taken = new Map<string, string>()
  const judged = found.map((one): AgentDefinition => {
    if (!one.text) return { ...one, state: 'broken' }
    if (one.source === 'project' && !isTrusted)
      return { ...one, state: 'untrusted', ...withNote(one, 'info', new AppError('agent.untrusted')) }
    const key = one.name.toLowerCase()
    const by = taken.get(key)
    if (by !== undefined)
      return { ...one, state: 'shadowed', ...withNote(one, 'warning', new AppError('agent.shadowed', { params: { by } })) }
    taken.set(key, one.path)
    return { ...one, state: 'active' }
  })
  const rank = { active: 0, shadowed: 1, untrusted: 2, broken: 3 } as const
  return judged.toSorted((a, b) => a.name.toLowerCase().localeCompare(b.name.toLowerCase(), 'en') || rank[a.state] - rank[b.state])
}

function withNote({ diagnostics }: FoundAgent, level: 'info' | 'warning', problem: AppError): Pick<FoundAgent, 'diagnostics'> {
  return { diagnostics: [...diagnostics, { level, line: 1, problem }] }
}

export function isUsable(agent: AgentDefinition): agent is UsableAgent {
  return agent.state === 'active' && agent.text !== undefined
}

/** Names the nearest of them. */
export function noSuchAgent(name: string, agents: readonly { readonly name: string }[]): AppError {
  const near = closest(
    name,
    agents.map((agent) => agent.name),
  )
  return near === ''
    ? new AppError('agent.not_found', { params: { name } })
    : new AppError('agent.not_found_near', { params: { name, near } })
}

/** Letter case aside. */
export function findAgent<A extends FoundAgent>(agents: readonly A[], name: string): A | undefined {
  const key = name.trim().toLowerCase()
  return agents.find((agent) => agent.name.toLowerCase() === key)
}
