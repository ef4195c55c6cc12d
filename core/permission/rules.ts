import { commandGlob, pathGlob } from './glob.ts'

/** One rule, read. `Tool`, or `Tool(glob)` on the command line or the path. */
export interface Rule {
  /** As written. */
  readonly text: string
  /** Raw tool names, possibly with `*`. */
  readonly tools: readonly string[]
  readonly pattern: string | undefined
}

/** Friendly names and the raw tools they stand for; case does not matter. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  bash: ['bash'],
  read: ['read_file'],
  write: ['write_file'],
  edit: ['edit_file', 'multi_edit'],
  glob: ['glob'],
  grep: ['grep'],
  todowrite: ['todo_write'],
}

/** Undefined when the text is not a rule. */
export function parseRule(text: string): Rule | undefined {
  const match = /^\s*([A-Za-z_][\w*.-]*)\s*(?:\((.*)\))?\s*$/s.exec(text)
  if (!match) return undefined
  const [, name = '', pattern] = match
  if (pattern === '') return undefined
  const lower = name.toLowerCase()
  return { text: text.trim(), tools: Object.hasOwn(aliases, lower) ? (aliases[lower] ?? []) : [name], pattern }
}

/**
 * Whether the text is a rule about a tool there is. Names with `*` and `__` are for tools that come with a server: nobody
 * knows them beforehand.
 */
export function isMeaningfulRule(text: string): boolean {
  const raw = Object.values(aliases).flat()
  return parseRule(text)?.tools.every((name) => raw.includes(name) || name.includes('*') || name.includes('__')) ?? false
}

/** The friendly name of a tool, for rules that we write. */
export function ruleName(toolName: string): string {
  const names: Readonly<Record<string, string>> = {
    bash: 'Bash',
    read_file: 'Read',
    write_file: 'Write',
    edit_file: 'Edit',
    glob: 'Glob',
    grep: 'Grep',
  }
  return names[toolName] ?? toolName
}

export function namesTool(rule: Rule, toolName: string): boolean {
  return rule.tools.some((name) => name === toolName || (name.includes('*') && commandGlob(name)(toolName)))
}

/** A rule without a pattern covers every command. */
export function coversCommand(rule: Rule, command: string): boolean {
  return rule.pattern === undefined || commandGlob(rule.pattern)(command.trim())
}

/** Any of `places` (project-relative, or absolute outside) is named by the rule's pattern. `userHome` fills a leading `~`. */
export function namesPath(rule: Rule, places: readonly string[], userHome: string): boolean {
  if (rule.pattern === undefined) return false
  const pattern = rule.pattern.startsWith('~/') ? `${userHome}/${rule.pattern.slice(2)}` : rule.pattern.replace(/^\.\//, '')
  const matches = pathGlob(pattern)
  return places.some((place) => matches(place))
}
