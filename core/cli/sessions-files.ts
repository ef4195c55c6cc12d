import { writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { AppError } from '../contract/errors.ts'
import { ExportFormat, type DropResult } from '../contract/sessions.ts'
import { openRegularFile } from '../platform/index.ts'
import { EXIT, jsonOption, projectOption, type Command } from './command.ts'
import { write, writeJson } from './output.ts'
import { withProject } from './with-host.ts'

export const sessionsExport: Command = {
  command: 'sessions export',
  summary: { en: 'write a session as Markdown, JSON or JSON lines', 'zh-CN': '把会话导出为 Markdown、JSON 或 JSON 行' },
  arguments: [{ name: 'ID', required: true }],
  options: {
    ...projectOption,
    format: {
      value: 'FORMAT',
      choices: ExportFormat.options,
      help: { en: 'md (default), json or jsonl', 'zh-CN': 'md（默认）、json 或 jsonl' },
    },
    output: { value: 'FILE', short: 'o', help: { en: 'a file instead of standard output', 'zh-CN': '写进文件，而不是标准输出' } },
  },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc, tickets }) => {
      const format = ExportFormat.parse(args.text('format') ?? 'md')
      const { path } = await rpc.sessions.export({ sessionId: args.positional(0) ?? '', format, language: terminal.language })
      const text = await tickets.get(path)
      const file = args.text('output')
      if (file === undefined) await write(terminal.stdout, text)
      else await writeNew(resolve(terminal.cwd, file), text)
      return EXIT.ok
    }),
}

export const sessionsImport: Command = {
  command: 'sessions import',
  summary: {
    en: 'take over a session from a JSON export, a conversation.jsonl or a session file of Claude Code',
    'zh-CN': '从 JSON 导出、conversation.jsonl 或 Claude Code 的会话文件导入会话',
  },
  arguments: [{ name: 'FILE', required: true }],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc, tickets }) => {
      const file = resolve(terminal.cwd, args.positional(0) ?? '')
      const opened = await openRegularFile(file).catch((cause: unknown) => {
        throw new AppError('files.unreadable', { params: { path: file }, cause })
      })
      // A pipe or a device may never end.
      if (!opened) throw new AppError('files.unreadable', { params: { path: file } })
      await using handle = opened.handle
      const { path } = await rpc.sessions.import({ name: basename(file), size: opened.stats.size })
      const result = await tickets.put(path, await handle.readFile())
      if (result.kind !== 'session') throw new Error(`an import became ${result.kind}`)
      if (args.flag('json')) await writeJson(terminal.stdout, result)
      else await write(terminal.stdout, `${result.session.id}  ${result.session.title}\n`)
      if (result.skipped.length > 0) await write(terminal.stderr, skippedLine(result, terminal.language))
      return EXIT.ok
    }),
}

function skippedLine({ skipped }: Extract<DropResult, { kind: 'session' }>, language: 'en' | 'zh-CN'): string {
  const counts = skipped.map(({ reason, count }) => `${reason} ${count}`).join(', ')
  return language === 'en' ? `Left out: ${counts}\n` : `未导入：${counts}\n`
}

async function writeNew(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((cause: unknown) => {
    throw new AppError('files.unwritable', { params: { path }, cause })
  })
}
