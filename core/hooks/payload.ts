import type { HookEvent } from '../contract/hooks.ts'
import type { HookFields, HookPlace } from './types.ts'

/** What every rule of an event is given. */
export function payloadOf(event: HookEvent, place: HookPlace, fields: HookFields): HookFields {
  const { sessionId, turnId, projectRoot, cwd = projectRoot, mode, agent } = place
  return {
    event,
    hook_event_name: event,
    session_id: sessionId,
    turn_id: turnId,
    cwd,
    project_root: projectRoot,
    mode,
    ...(agent && { agent_id: agent.id, agent_name: agent.name }),
    ...fields,
  }
}
