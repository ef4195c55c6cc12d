/**
 * The one table of tool names as other products and people write them, without case: friendly names, and those of models'
 * own products. Each stands for tools by their raw names.
 */
const aliases: Readonly<Record<string, readonly string[]>> = {
  agent: ['agent'],
  askuserquestion: ['ask_user'],
  bash: ['bash'],
  bashoutput: ['bash_output'],
  edit: ['edit_file', 'multi_edit'],
  execute: ['bash'],
  exitplanmode: ['exit_plan'],
  fetch: ['web_fetch'],
  findfiles: ['glob'],
  glob: ['glob'],
  grep: ['grep'],
  killbash: ['bash_stop'],
  killshell: ['bash_stop'],
  list_directory: ['read_file'],
  ls: ['read_file'],
  multiedit: ['multi_edit'],
  notebookedit: ['edit_file'],
  notebookread: ['read_file'],
  read: ['read_file'],
  read_many_files: ['read_file'],
  readfile: ['read_file'],
  replace: ['edit_file'],
  run_shell_command: ['bash'],
  save_memory: ['memory_write'],
  search: ['grep', 'glob'],
  search_file_content: ['grep'],
  searchtext: ['grep'],
  shell: ['bash'],
  skill: ['load_skill'],
  task: ['agent'],
  todowrite: ['todo_write'],
  toolsearch: ['tool_search'],
  webfetch: ['web_fetch'],
  websearch: ['web_search'],
  write: ['write_file'],
  write_todos: ['todo_write'],
  writefile: ['write_file'],
}

const raw = new Set([
  'ask_user',
  'bash',
  'bash_output',
  'bash_stop',
  'call_tool',
  'edit_file',
  'exit_plan',
  'glob',
  'grep',
  'install_skill',
  'load_skill',
  'memory_write',
  'multi_edit',
  'read_file',
  'send_message',
  'task_create',
  'task_get',
  'task_list',
  'task_stop',
  'task_update',
  'agent',
  'todo_write',
  'tool_search',
  'web_fetch',
  'web_search',
  'write_file',
])

/** The raw names a written name stands for; itself where the table has none. `mcp__server` is all tools of that server. */
export function rawToolNames(name: string): readonly string[] {
  const lower = name.toLowerCase()
  if (Object.hasOwn(aliases, lower)) return aliases[lower] ?? []
  if (/^mcp__(?:(?!__).)+$/.test(name)) return [name, `${name}__*`]
  return [raw.has(lower) ? lower : name]
}

/** There is such a tool, or one may come with a server: nobody knows those beforehand. */
export function isKnownTool(name: string): boolean {
  return name.includes('*') || name.includes('__') || isBuiltinTool(name)
}

/** The product's own tool, under any of its names. */
export function isBuiltinTool(name: string): boolean {
  return rawToolNames(name).every((one) => raw.has(one))
}

/** Names a person may write of a tool, apart from those of servers. */
export function writableToolNames(): readonly string[] {
  return [...raw, ...Object.values(friendly)]
}

const friendly: Readonly<Record<string, string>> = {
  agent: 'Agent',
  bash: 'Bash',
  edit_file: 'Edit',
  glob: 'Glob',
  grep: 'Grep',
  load_skill: 'Skill',
  read_file: 'Read',
  web_fetch: 'WebFetch',
  write_file: 'Write',
}

/** The name of a tool in rules that we write. */
export function friendlyToolName(name: string): string {
  return friendly[name] ?? name
}
