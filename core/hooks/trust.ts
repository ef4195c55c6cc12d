import path from 'node:path'
import { namedFiles } from '../config/mcp-files.ts'
import type { Definition } from '../config/trust/judge.ts'
import type { ShellReader } from '../permission/index.ts'
import type { HookAction, HookRule } from './types.ts'

/** What a person trusts when they trust a project's rule: the entry, and every script of the project that it names. */
export async function definitionOf(rule: HookRule, projectRoot: string, shell: ShellReader): Promise<Definition> {
  const { name, file, line, definition, action, plugin } = rule
  const words = await wordsOf(action, { projectRoot, plugin: plugin?.folder }, shell)
  const files = await namedFiles(words, { projectRoot, cwd: projectRoot })
  return {
    kind: 'hook',
    file,
    at: `hooks.${name}`,
    line,
    value: { definition, files },
    text: [`${rule.event}: ${subjectOf(action)}`, ...fileLines(words, files, projectRoot)].join('\n'),
  }
}

/** What the rule does, in a line; of headers only the names, since a value may be a key. */
export function subjectOf(action: HookAction): string {
  switch (action.type) {
    case 'shell':
      return action.args
        ? action.args.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ')
        : (action.command ?? '')
    case 'http': {
      const names = Object.keys(action.headers)
      return `${action.method} ${action.url}${names.length === 0 ? '' : ` (${names.join(', ')})`}`
    }
    case 'prompt':
      return action.text
    case 'subagent':
      return `${action.agentName}: ${action.prompt}`
  }
}

async function wordsOf(
  action: HookAction,
  { projectRoot, plugin }: { projectRoot: string; plugin: string | undefined },
  shell: ShellReader,
): Promise<readonly string[]> {
  if (action.type !== 'shell') return []
  if (action.args) return action.args
  const ofProject = (action.command ?? '').replaceAll(/\$\{?(?:MEWCODE_PROJECT_DIR|PWD)\b\}?/g, () => projectRoot)
  const line = plugin === undefined ? ofProject : ofProject.replaceAll(/\$\{?CLAUDE_PLUGIN_ROOT\b\}?/g, () => plugin)
  const { commands } = await shell.read(line)
  return commands.flatMap(({ words }) => words.map(({ text }) => text))
}

function fileLines(words: readonly string[], files: Readonly<Record<string, string>>, projectRoot: string): string[] {
  const covered = new Set(Object.keys(files))
  const loose = [...new Set(words)].filter(
    (word) => /[/\\]/.test(word) && !word.startsWith('-') && !covered.has(path.relative(projectRoot, path.resolve(projectRoot, word))),
  )
  return [
    ...Object.entries(files).map(([file, hash]) => `file: ${file} (${hash.slice(0, 12)})`),
    ...loose.map((word) => `not covered: ${word}`),
  ]
}
