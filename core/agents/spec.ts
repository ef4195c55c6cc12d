import type { AgentSpec, SessionRecord } from '../storage/types.ts'
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

/** What an agent runs as, for as long as its session is there. */
export function specOf({ text }: UsableAgent, { parent, isBackground, name }: Start): AgentSpec {
  return {
    type: text.name,
    label: name === '' ? text.name : `${name} (${text.name})`,
    isFork: false,
    ...inherited(parent),
    isBackground: isBackground || parent?.agent?.isBackground === true,
    isReadOnly: text.isReadOnly || parent?.agent?.isReadOnly === true,
    mode: text.permissionMode,
    isApproved: text.autoApprove && (parent?.agent?.isApproved ?? true),
    limits: [...(parent?.agent?.limits ?? []), toolLimit(text)],
    prompt: text.prompt,
    hasMemory: text.memory,
    maxTurns: Math.min(text.maxTurns ?? MOST_TURNS, MOST_TURNS),
    timeoutMs: text.timeoutMs,
    effort: text.effort,
  }
}

/** A copy of the conversation that starts it, with the same rights. */
export function forkSpec({ parent, name, isBackground }: { parent: SessionRecord; name: string; isBackground: boolean }): AgentSpec {
  const { agent } = parent
  return {
    type: 'fork',
    label: name === '' ? 'fork' : name,
    isFork: true,
    ...inherited(parent),
    isBackground,
    isReadOnly: agent?.isReadOnly ?? false,
    mode: null,
    isApproved: agent?.isApproved ?? false,
    limits: agent?.limits ?? [],
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
