import type { RpcClient } from '../contract/index.ts'
import type { Row, SessionView } from '../contract/view.ts'
import { EXIT, jsonOption, projectOption, type Command } from './command.ts'
import { rowsAsMarkdown } from '../transcript/index.ts'
import { write, writeJson, writeList } from './output.ts'
import { contextAsTable } from './sessions-context.ts'
import { withProject } from './with-host.ts'

export const sessionsList: Command = {
  command: 'sessions list',
  summary: { en: 'list the sessions of a folder, newest first', 'zh-CN': '列出一个文件夹的会话，最新的在前' },
  arguments: [],
  options: {
    ...projectOption,
    archived: { help: { en: 'those put away instead', 'zh-CN': '改为列出已归档的会话' } },
    ...jsonOption,
  },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc, project }) => {
      const sessions = await rpc.sessions.list({ limit: 200, archived: args.flag('archived') })
      if (args.flag('json'))
        await writeJson(
          terminal.stdout,
          sessions.map((session) => ({ ...session, projectRoot: project.path })),
        )
      else {
        const rows = sessions.map(({ id, updatedAt, messages, model, title }) => [id, date(updatedAt), String(messages), model, title])
        await writeList(terminal, rows)
      }
      return EXIT.ok
    }),
}

export const sessionsShow: Command = {
  command: 'sessions show',
  summary: { en: 'print a session', 'zh-CN': '显示一个会话' },
  arguments: [{ name: 'ID', required: true }],
  options: {
    ...projectOption,
    context: { help: { en: 'what fills its window, in tokens', 'zh-CN': '窗口被什么占用，按 token 列出' } },
    ...jsonOption,
  },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      if (args.flag('context')) {
        const use = await rpc.sessions.context({ sessionId: args.positional(0) ?? '' })
        if (args.flag('json')) await writeJson(terminal.stdout, use)
        else await write(terminal.stdout, contextAsTable(use, terminal.language))
        return EXIT.ok
      }
      const whole = await readSession(rpc, args.positional(0) ?? '')
      if (args.flag('json')) await writeJson(terminal.stdout, whole)
      else await write(terminal.stdout, rowsAsMarkdown(whole.session.title, whole.rows, terminal.language))
      return EXIT.ok
    }),
}

interface WholeSession {
  readonly session: SessionView['session']
  readonly total: SessionView['total']
  readonly rows: readonly Row[]
}

/** A session with all its rows, oldest first. `AppError('session.not_found')`. */
async function readSession(rpc: RpcClient, sessionId: string): Promise<WholeSession> {
  const { session, total, rows, hasMore } = await rpc.sessions.open({ sessionId })
  const pages = [rows]
  for (let before = hasMore ? rows[0]?.id : undefined; before !== undefined;) {
    const page = await rpc.sessions.history({ sessionId, before })
    pages.unshift(page.rows)
    before = page.hasMore ? page.rows[0]?.id : undefined
  }
  return { session, total, rows: pages.flat() }
}

function date(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
}
