import type { HookDialect, Vocabulary } from './types.ts'

const file = { path: 'file_path' }
const files = { read_file: file, write_file: file, edit_file: file, multi_edit: file }

const claudeCode: Vocabulary = {
  events: {
    SessionStart: 'SessionStart',
    SessionResume: 'SessionStart',
    SessionEnd: 'SessionEnd',
    UserPromptSubmit: 'UserPromptSubmit',
    PreToolUse: 'PreToolUse',
    PermissionRequest: 'PermissionRequest',
    PostToolUse: 'PostToolUse',
    PostToolUseFailure: 'PostToolUseFailure',
    PreCompact: 'PreCompact',
    PostCompact: 'PostCompact',
    Notification: 'Notification',
    Stop: 'Stop',
    SubagentStart: 'SubagentStart',
    SubagentStop: 'SubagentStop',
    TaskCreated: 'TaskCreated',
    TaskCompleted: 'TaskCompleted',
  },
  tools: {
    agent: 'Task',
    ask_user: 'AskUserQuestion',
    bash: 'Bash',
    bash_output: 'BashOutput',
    bash_stop: 'KillShell',
    edit_file: 'Edit',
    exit_plan: 'ExitPlanMode',
    glob: 'Glob',
    grep: 'Grep',
    load_skill: 'Skill',
    multi_edit: 'MultiEdit',
    read_file: 'Read',
    todo_write: 'TodoWrite',
    web_fetch: 'WebFetch',
    write_file: 'Write',
  },
  inputs: { ...files, bash: { background: 'run_in_background' }, todo_write: { items: 'todos' } },
  projectVariable: 'CLAUDE_PROJECT_DIR',
}

const gemini: Vocabulary = {
  events: {
    SessionStart: 'SessionStart',
    SessionResume: 'SessionStart',
    SessionEnd: 'SessionEnd',
    UserPromptSubmit: 'BeforeAgent',
    PreUserMessage: 'BeforeModel',
    PreToolUse: 'BeforeTool',
    PostToolUse: 'AfterTool',
    PostToolUseFailure: 'AfterTool',
    PreCompact: 'PreCompress',
    Notification: 'Notification',
    Stop: 'AfterAgent',
  },
  tools: {
    bash: 'run_shell_command',
    edit_file: 'replace',
    grep: 'search_file_content',
    multi_edit: 'replace',
    todo_write: 'write_todos',
  },
  inputs: { ...files, bash: { workdir: 'directory' } },
  projectVariable: 'GEMINI_PROJECT_DIR',
}

const cursor: Vocabulary = {
  events: {
    SessionStart: 'sessionStart',
    SessionEnd: 'sessionEnd',
    UserPromptSubmit: 'beforeSubmitPrompt',
    PreToolUse: 'preToolUse',
    PostToolUse: 'postToolUse',
    PostToolUseFailure: 'postToolUseFailure',
    PreCompact: 'preCompact',
    SubagentStart: 'subagentStart',
    SubagentStop: 'subagentStop',
    Stop: 'stop',
  },
  tools: { ...claudeCode.tools, bash: 'Shell' },
  inputs: { ...files, bash: { workdir: 'working_directory' } },
  projectVariable: 'CURSOR_PROJECT_DIR',
}

const copilot: Vocabulary = {
  events: {
    SessionStart: 'sessionStart',
    SessionResume: 'sessionStart',
    SessionEnd: 'sessionEnd',
    UserPromptSubmit: 'userPromptSubmitted',
    PreToolUse: 'preToolUse',
    PermissionRequest: 'permissionRequest',
    PostToolUse: 'postToolUse',
    PostToolUseFailure: 'postToolUse',
    Notification: 'notification',
    Stop: 'agentStop',
    SubagentStop: 'subagentStop',
  },
  tools: { edit_file: 'edit', multi_edit: 'edit', read_file: 'view', write_file: 'create', agent: 'task', todo_write: 'update_todo' },
  inputs: {},
  projectVariable: 'COPILOT_PROJECT_DIR',
}

/** The later line of the original names its events in small letters. */
const expressions: Vocabulary = {
  events: {
    SessionStart: 'session_start',
    SessionEnd: 'session_end',
    UserPromptSubmit: 'turn_start',
    PreUserMessage: 'pre_send',
    PreToolUse: 'pre_tool_use',
    PermissionRequest: 'permission_request',
    PostToolUse: 'post_tool_use',
    PostToolUseFailure: 'post_tool_use',
    PreCompact: 'compact',
    Stop: 'turn_end',
  },
  tools: claudeCode.tools,
  inputs: { ...files },
  projectVariable: 'PROJECT_DIR',
}

export const vocabularies: Readonly<Record<HookDialect, Vocabulary>> = {
  'claude-code': claudeCode,
  codex: { ...claudeCode, projectVariable: 'CODEX_PROJECT_DIR' },
  gemini,
  cursor,
  copilot,
  expressions,
}
