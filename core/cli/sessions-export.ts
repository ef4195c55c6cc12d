import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { AppError } from '../contract/errors.ts'
import { EXIT, projectOption, type Command } from './command.ts'
import { rowsAsMarkdown } from './markdown.ts'
import { write } from './output.ts'
import { readSession } from './sessions.ts'
import { withProject } from './with-host.ts'

const formats = ['md', 'json'] as const

export const sessionsExport: Command = {
  command: 'sessions export',
  summary: { en: 'write a session as Markdown or JSON', 'zh-CN': '把会话导出为 Markdown 或 JSON' },
  arguments: [{ name: 'ID', required: true }],
  options: {
    ...projectOption,
    format: { value: 'FORMAT', choices: formats, help: { en: 'md (default) or json', 'zh-CN': 'md（默认）或 json' } },
    output: { value: 'FILE', short: 'o', help: { en: 'a file instead of standard output', 'zh-CN': '写进文件，而不是标准输出' } },
  },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const whole = await readSession(rpc, args.positional(0) ?? '')
      const text =
        args.text('format') === 'json'
          ? `${JSON.stringify(whole, undefined, 2)}\n`
          : rowsAsMarkdown(whole.session.title, whole.rows, terminal.language)
      const file = args.text('output')
      if (file === undefined) await write(terminal.stdout, text)
      else await writeNew(resolve(terminal.cwd, file), text)
      return EXIT.ok
    }),
}

async function writeNew(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((cause: unknown) => {
    throw new AppError('files.unwritable', { params: { path }, cause })
  })
}
