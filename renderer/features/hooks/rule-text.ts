import type { HookEvent } from '../../../core/contract/hooks.ts'

export const starter = `name: no-force-push
event: PreToolUse
if:
  all_of:
    - { field: tool_name, match: { type: exact, value: bash } }
    - { field: tool_input.command, match: { type: regex, value: 'git push .*--force' } }
action: { type: shell, command: "echo 'No force pushes here.' >&2; exit 2" }
`

/** One entry as a whole file. */
export function asRules(entry: string): string {
  const [first = '', ...rest] = entry.replace(/^\s*\n/, '').split('\n')
  return `hooks:\n  - ${first}\n${rest.map((line) => (line === '' ? '' : `    ${line}`)).join('\n')}`
}

const events: readonly HookEvent[] = [
  'SessionStart',
  'SessionResume',
  'SessionEnd',
  'UserPromptSubmit',
  'PreUserMessage',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'PreCompact',
  'PostCompact',
  'Notification',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'TaskCreated',
  'TaskCompleted',
]

/** The moment the entry names, where it names one. */
export function withEvent(entry: string): HookEvent | undefined {
  const named = /^event:\s*["']?(\w+)/m.exec(entry)?.[1]
  return events.find((event) => event === named)
}
