import { specOf } from '../session/index.ts'
import type { AgentSpec, SessionRecord } from '../storage/types.ts'
import { checkStart } from './agent-limits.ts'
import { toolLimit } from './tool-limits.ts'
import type { UsableAgent } from './types.ts'

const FORK_TURNS = 25
const MOST_TURNS = 100

interface Start {
  /** Who starts it; undefined: a person does. */
  readonly parent: SessionRecord | undefined
  readonly isBackground: boolean
  readonly name: string
}

/** What an agent runs as, for as long as its session is there. `AppError('agent.not_startable')`. */
export function agentSpec({ text, source }: UsableAgent, { parent, isBackground, name }: Start): AgentSpec {
  const above = parent && specOf(parent)
  checkStart(above?.limits ?? [], text.name)
  return {
    type: text.name,
    label: name === '' ? text.name : `${name} (${text.name})`,
    isFork: false,
    isOfProject: source === 'project',
    ...inherited(parent),
    isBackground: isBackground || above?.isBackground === true,
    isReadOnly: text.isReadOnly || above?.isReadOnly === true,
    mode: text.permissionMode,
    isApproved: text.autoApprove && (above?.isApproved ?? true),
    limits: [...(above?.limits ?? []), { ...toolLimit(text), ...(text.agents && { agents: text.agents }) }],
    prompt: text.prompt,
    hasMemory: text.memory,
    maxTurns: Math.min(text.maxTurns ?? MOST_TURNS, MOST_TURNS),
    timeoutMs: text.timeoutMs,
    effort: text.effort,
    ...(text.remote && { remote: { ...text.remote, isOfProject: source === 'project' } }),
  }
}

/** What a conversation with a person goes on as: with the definition's limits and none but those. */
export function handoverSpec(found: UsableAgent): AgentSpec {
  return { ...agentSpec(found, { parent: undefined, isBackground: false, name: '' }), depth: 0 }
}

/** A copy of the conversation that starts it, with the same rights. `AppError('agent.not_startable')`. */
export function forkSpec({ parent, name, isBackground }: { parent: SessionRecord; name: string; isBackground: boolean }): AgentSpec {
  const above = specOf(parent)
  checkStart(above?.limits ?? [], undefined)
  return {
    type: 'fork',
    label: name === '' ? 'fork' : name,
    isFork: true,
    ...inherited(parent),
    isBackground,
    isReadOnly: above?.isReadOnly ?? false,
    mode: null,
    isApproved: above?.isApproved ?? false,
    limits: above?.limits ?? [],
    prompt: '',
    hasMemory: true,
    maxTurns: FORK_TURNS,
    timeoutMs: null,
    effort: null,
  }
}

function inherited(parent: SessionRecord | undefined): Pick<AgentSpec, 'depth' | 'worktree'> {
  return { depth: (parent?.agent?.depth ?? 0) + 1, worktree: parent?.agent?.worktree }
}
