import { rawToolNames } from '../../permission/index.ts'

type Atom = Readonly<Record<string, unknown>>

/** Claude Code's `if`, one permission rule, as conditions that must all hold; undefined: it cannot be said so. */
export function readPermissionRule(rule: string): readonly Atom[] | undefined {
  const [, name = '', pattern] = /^([\w*]+)(?:\((.*)\))?$/s.exec(rule.trim()) ?? []
  if (name === '') return undefined
  const tools = rawToolNames(name)
  const tool: Atom = { field: 'tool_name', match: { type: 'in', value: tools } }
  if (pattern === undefined || pattern === '*' || pattern === '') return [tool]
  if (tools.includes('bash'))
    return [tool, { field: 'tool_input.command', match: { type: 'command_glob', value: pattern.replace(/:\*$/, ' *') } }]
  if (tools.some((one) => /_file$|multi_edit/.test(one)))
    return [tool, { field: 'tool_input.path', match: { type: 'glob', value: pattern } }]
  return undefined
}
