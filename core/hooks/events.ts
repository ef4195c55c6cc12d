import type { HookEvent } from '../contract/hooks.ts'

/** Events whose rules can say no. */
const BLOCKING: ReadonlySet<HookEvent> = new Set(['UserPromptSubmit', 'PreToolUse', 'PermissionRequest'])
/** Events whose rules can send the agent on instead of letting it end. */
const GOES_ON: ReadonlySet<HookEvent> = new Set(['Stop', 'SubagentStop'])
/** Plain output of these is context for the model. */
const GIVES_CONTEXT: ReadonlySet<HookEvent> = new Set(['SessionStart', 'UserPromptSubmit'])

/** Somebody waits for the word "no". */
export function isBlocking(event: HookEvent): boolean {
  return BLOCKING.has(event) || GOES_ON.has(event)
}

/** Saying no to it sends the agent on: where nothing is set, a hook that fails does not. */
export function sendsOn(event: HookEvent): boolean {
  return GOES_ON.has(event)
}

export function givesContext(event: HookEvent): boolean {
  return GIVES_CONTEXT.has(event)
}

/** Of every event. */
const COMMON = [...['event', 'hook_event_name', 'session_id', 'turn_id', 'cwd', 'project_root', 'mode', 'agent_id', 'agent_name']] as const

const CALL = ['tool_name', 'tool_input', 'tool_use_id'] as const
const END = ['iter', 'last_assistant_message', 'stop_hook_active'] as const

const OWN: Readonly<Record<HookEvent, readonly string[]>> = {
  SessionStart: ['source'],
  SessionResume: [],
  SessionEnd: ['reason'],
  UserPromptSubmit: ['prompt'],
  PreUserMessage: ['iter'],
  PreToolUse: CALL,
  PermissionRequest: CALL,
  PostToolUse: [...CALL, 'tool_result', 'is_error', 'duration_ms'],
  PostToolUseFailure: [...CALL, 'tool_result', 'is_error', 'duration_ms'],
  PreCompact: ['trigger', 'before_tokens'],
  PostCompact: ['trigger', 'before_tokens', 'after_tokens'],
  Notification: ['kind', 'detail'],
  Stop: END,
  SubagentStart: ['task'],
  SubagentStop: [...END, 'task'],
  TaskCreated: ['task'],
  TaskCompleted: ['task'],
}

/** First keys of an event's payload. */
export function fieldsOf(event: HookEvent): readonly string[] {
  return [...COMMON, ...OWN[event]]
}
