import path from 'node:path'
import { HookEvent } from '../../contract/hooks.ts'
import type { HookFields } from '../types.ts'
import type { HookDialect } from './types.ts'
import { vocabularies } from './vocabularies.ts'

/** Of whom a script asks what it may do. */
const MODES: Readonly<Record<string, string>> = {
  default: 'default',
  acceptEdits: 'acceptEdits',
  plan: 'plan',
  bypassPermissions: 'bypassPermissions',
  dontAsk: 'dontAsk',
}

/** A payload as the product would have written it, so that scripts go on working. `transcriptPath`: empty where there is none. */
export function inDialect(dialect: HookDialect, payload: HookFields, transcriptPath: string): HookFields {
  const event = String(payload['event'])
  const cwd = String(payload['cwd'])
  const named = eventName(dialect, event) ?? event
  const call = callOf(dialect, payload)
  if (dialect === 'copilot') return copilotPayload(payload, call)
  const common = {
    session_id: payload['session_id'],
    transcript_path: transcriptPath,
    cwd,
    hook_event_name: named,
    permission_mode: MODES[String(payload['mode'])] ?? 'default',
    ...pick(payload, ['prompt', 'trigger', 'reason', 'stop_hook_active', 'last_assistant_message', 'agent_id', 'duration_ms']),
    ...(payload['agent_name'] !== undefined && { agent_type: payload['agent_name'] }),
    ...(payload['source'] !== undefined && { source: payload['source'] }),
    ...(event === 'SessionResume' && { source: 'resume' }),
    ...(payload['kind'] !== undefined && { notification_type: payload['kind'], message: payload['detail'] }),
    ...taskOf(payload),
    ...call,
  }
  if (dialect !== 'cursor') return { ...common, ...('tool_name' in call && resultOf(payload)) }
  const { session_id: conversation, permission_mode: _, ...rest } = common
  return {
    ...rest,
    conversation_id: conversation,
    generation_id: payload['turn_id'],
    workspace_roots: [payload['project_root']],
    ...shellFields(payload),
    ...resultOf(payload),
  }
}

function eventName(dialect: HookDialect, event: string): string | undefined {
  const events: Readonly<Partial<Record<string, string>>> = vocabularies[dialect].events
  return events[event]
}

function callOf(dialect: HookDialect, payload: HookFields): HookFields {
  const name = payload['tool_name']
  if (typeof name !== 'string') return {}
  const { tools, inputs } = vocabularies[dialect]
  const input = renamed(asFields(payload['tool_input']), inputs[name] ?? {})
  return {
    tool_name: tools[name] ?? name,
    // Others always say a file's whole path.
    tool_input: absolute(input, String(payload['cwd'])),
    ...pick(payload, ['tool_use_id']),
  }
}

function resultOf(payload: HookFields): HookFields {
  if (payload['tool_result'] === undefined) return {}
  const isError = payload['is_error'] === true
  return { tool_response: payload['tool_result'], ...(isError && { error: payload['tool_result'], is_interrupt: false }) }
}

/** Its scripts read the command at the top. */
function shellFields(payload: HookFields): HookFields {
  const { command } = asFields(payload['tool_input'])
  return payload['tool_name'] === 'bash' && typeof command === 'string' ? { command } : {}
}

function copilotPayload(payload: HookFields, call: HookFields): HookFields {
  return {
    timestamp: Date.now(),
    cwd: payload['cwd'],
    sessionId: payload['session_id'],
    ...pick(payload, ['prompt', 'source', 'reason']),
    ...(call['tool_name'] !== undefined && { toolName: call['tool_name'], toolArgs: JSON.stringify(call['tool_input']) }),
    ...(payload['tool_result'] !== undefined && {
      toolResult: { resultType: payload['is_error'] === true ? 'failure' : 'success', textResultForLlm: payload['tool_result'] },
    }),
  }
}

function taskOf(payload: HookFields): HookFields {
  const task = asFields(payload['task'])
  return 'id' in task ? { task_id: task['id'], task_subject: task['subject'] ?? task['name'], task_description: task['description'] } : {}
}

/** Arguments as the product's script changed them, under our names again. */
export function ourInput(dialect: HookDialect, tool: string, input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = Object.entries(vocabularies[dialect].inputs[tool] ?? {}).map(([ours, theirs]) => [theirs, ours])
  return renamed(input, Object.fromEntries(names))
}

/** Variables its scripts rely on. */
export function dialectVariables(dialect: HookDialect, payload: HookFields): Record<string, string> {
  const project = { [vocabularies[dialect].projectVariable]: String(payload['project_root']) }
  if (dialect === 'gemini')
    return { ...project, CLAUDE_PROJECT_DIR: String(payload['project_root']), GEMINI_SESSION_ID: String(payload['session_id']) }
  if (dialect !== 'expressions') return project
  const { path: file, command } = asFields(payload['tool_input'])
  return {
    ...project,
    EVENT: eventName(dialect, String(payload['event'])) ?? '',
    SESSION_ID: String(payload['session_id']),
    TOOL_NAME: text(callOf(dialect, payload)['tool_name']),
    FILE_PATH: text(file),
    COMMAND: text(command),
    MESSAGE: text(payload['prompt']),
  }
}

function renamed(input: Readonly<Record<string, unknown>>, names: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [names[key] ?? key, value]))
}

function absolute(input: Readonly<Record<string, unknown>>, cwd: string): Record<string, unknown> {
  const { file_path: file } = input
  return typeof file === 'string' ? { ...input, file_path: path.resolve(cwd, file) } : { ...input }
}

function pick(payload: HookFields, keys: readonly string[]): HookFields {
  return Object.fromEntries(keys.filter((key) => payload[key] !== undefined).map((key) => [key, payload[key]]))
}

export function asFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {}
}

/** Events that a product's event stands for here. */
export function ourEvents(dialect: HookDialect, theirs: string): HookEvent[] {
  const { events } = vocabularies[dialect]
  return HookEvent.options.filter((event) => events[event] === theirs)
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
