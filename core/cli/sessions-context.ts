import type { Language } from '../contract/error-texts.ts'
import type { ContextPart, ContextUse } from '../contract/context.ts'
import { EXIT, jsonOption, projectOption, type Command } from './command.ts'
import { table, write, writeJson } from './output.ts'
import { withProject } from './with-host.ts'

export const sessionsCompact: Command = {
  command: 'sessions compact',
  summary: { en: 'sum a session up to free its context', 'zh-CN': '总结一个会话，腾出上下文' },
  arguments: [{ name: 'ID', required: true }],
  options: {
    ...projectOption,
    focus: { value: 'TEXT', help: { en: 'what the summary is to keep above all', 'zh-CN': '总结要特别保留的内容' } },
    ...jsonOption,
  },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const sessionId = args.positional(0) ?? ''
      const focus = args.text('focus')
      const made = await rpc.sessions.compact({ sessionId, ...(focus !== undefined && { focus }) })
      if (args.flag('json')) await writeJson(terminal.stdout, made)
      else if (made.kind === 'done') await write(terminal.stdout, `${made.beforeTokens} → ${made.afterTokens} token\n`)
      return EXIT.ok
    }),
}

const names: Record<ContextPart['part'] | 'free' | 'reserve' | 'window', Readonly<Record<Language, string>>> = {
  system: { en: 'system text', 'zh-CN': '系统提示' },
  tools: { en: 'tools', 'zh-CN': '工具' },
  instructions: { en: 'instructions', 'zh-CN': '项目说明' },
  memory: { en: 'memory', 'zh-CN': '记忆' },
  skills: { en: 'skills', 'zh-CN': '技能' },
  history: { en: 'conversation', 'zh-CN': '对话' },
  results: { en: 'tool results', 'zh-CN': '工具结果' },
  images: { en: 'images', 'zh-CN': '图片' },
  reserve: { en: 'kept for answers', 'zh-CN': '留给回答' },
  free: { en: 'free', 'zh-CN': '剩余' },
  window: { en: 'window', 'zh-CN': '窗口' },
}

/** What fills a session's window, in tokens, as a table. */
export function contextAsTable({ parts, reserve, free, window, largest }: ContextUse, language: Language): string {
  const rows = [...parts.map(({ part, tokens }) => [part, tokens] as const), ['reserve', reserve] as const, ['free', free] as const]
  const sizes = table([...rows, ['window', window] as const].map(([name, tokens]) => [names[name][language], String(tokens)]))
  if (largest.length === 0) return sizes
  return `${sizes}\n${table(largest.map(({ name, about, tokens }) => [name, String(tokens), about]))}`
}
