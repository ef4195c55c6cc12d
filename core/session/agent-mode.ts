import type { Mode } from '../contract/common.ts'
import type { ToolCategory } from '../contract/common.ts'
import type { AgentSpec, SessionRecord } from '../storage/types.ts'

/** From the one that allows least. */
const order: readonly Mode[] = ['plan', 'dontAsk', 'default', 'acceptEdits', 'bypassPermissions']

/** What limits a session: an agent's own definition, or the one a conversation was handed to. */
export function specOf({ agent, handover }: Pick<SessionRecord, 'agent' | 'handover'>): AgentSpec | undefined {
  return agent ?? handover?.spec
}

/** An agent never does more than the conversation it works for, whatever its definition says. */
export function agentMode(spec: AgentSpec | undefined, parent: Mode): Mode {
  const mode = spec?.mode ?? null
  return mode === null || order.indexOf(mode) > order.indexOf(parent) ? parent : mode
}

/** What an agent that only reads may do with a shell, a file or a server is what plan mode lets pass: the fixed list of lines that read. */
export function modeFor(agent: AgentSpec | undefined, mode: Mode, category: ToolCategory): Mode {
  return agent?.isReadOnly && (category === 'exec' || category === 'write') ? 'plan' : mode
}
