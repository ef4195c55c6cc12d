import { AppError } from '../contract/errors.ts'
import type { RpcClient } from '../contract/index.ts'
import { SearchRole, type SessionHit } from '../contract/sessions.ts'
import { EXIT, jsonOption, projectOption, type Command } from './command.ts'
import { writeJson, writeList } from './output.ts'
import { withHome, withProject } from './with-host.ts'

const LIMIT = 50

export const sessionsSearch: Command = {
  command: 'sessions search',
  summary: { en: 'find sessions by what was said in them', 'zh-CN': '按内容查找会话' },
  arguments: [{ name: 'TEXT', required: true }],
  options: {
    ...projectOption,
    all: { help: { en: 'over all folders', 'zh-CN': '在所有文件夹中查找' } },
    role: { value: 'ROLE', choices: SearchRole.options, help: { en: 'only in these', 'zh-CN': '只在这类内容里查找' } },
    ...jsonOption,
  },
  async run(args, terminal) {
    const text = args.positional(0)?.trim()
    if (!text) throw new AppError('usage.missing_argument', { params: { command: 'sessions search', argument: 'TEXT' } })
    const find = async ({ rpc }: { rpc: RpcClient }): Promise<number> => {
      const role = SearchRole.optional().parse(args.text('role'))
      const hits = await search(rpc, { text, role })
      if (args.flag('json')) await writeJson(terminal.stdout, hits.map(asJson))
      else await writeList(terminal, hits.map(asColumns))
      return EXIT.ok
    }
    return args.flag('all') ? withHome(terminal, find) : withProject(args, terminal, find)
  },
}

/** One hit a session, the newest first; the pages of a short text follow each other until there are enough. */
async function search(rpc: RpcClient, query: { text: string; role: SearchRole | undefined }): Promise<SessionHit[]> {
  const hits = new Map<string, SessionHit>()
  for (let next: string | undefined; hits.size < LIMIT;) {
    const page = await rpc.sessions.search({ ...query, limit: LIMIT, next })
    for (const hit of page.hits) if (!hits.has(hit.session.id)) hits.set(hit.session.id, hit)
    if (page.next === null) break
    next = page.next
  }
  return [...hits.values()]
}

function asJson({ session, projectRoot, snippets }: SessionHit): object {
  return { ...session, projectRoot, snippet: snippets[0]?.text ?? '', snippets }
}

function asColumns({ session, snippets }: SessionHit): string[] {
  return [session.id, new Date(session.updatedAt).toISOString().slice(0, 10), session.title, snippets[0]?.text.trim() ?? '']
}
