import type { HookEvent } from '../../../core/contract/hooks.ts'

const call = { tool_name: 'bash', tool_input: { command: 'rm -rf build' }, tool_use_id: 'call_1' }

/** What such a moment might bring, to begin with. */
const samples: Readonly<Partial<Record<HookEvent, Readonly<Record<string, unknown>>>>> = {
  SessionStart: { source: 'startup' },
  SessionEnd: { reason: 'exit' },
  UserPromptSubmit: { prompt: 'Remove the build folder.' },
  PreToolUse: call,
  PermissionRequest: call,
  PostToolUse: { ...call, tool_result: '', is_error: false, duration_ms: 12 },
  PostToolUseFailure: { ...call, tool_result: 'No such file or directory', is_error: true, duration_ms: 12 },
  PreCompact: { trigger: 'manual', before_tokens: 120_000 },
  PostCompact: { trigger: 'manual', before_tokens: 120_000, after_tokens: 20_000 },
  Notification: { kind: 'approval', detail: 'bash' },
  Stop: { iter: 3, last_assistant_message: 'Done.', stop_hook_active: false },
  SubagentStop: { iter: 3, last_assistant_message: 'Done.', stop_hook_active: false },
}

export function samplePayload(event: HookEvent): Readonly<Record<string, unknown>> {
  return samples[event] ?? {}
}

/** Undefined: it is no object in JSON. */
export function readPayload(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    // Still being typed.
    return undefined
  }
}
