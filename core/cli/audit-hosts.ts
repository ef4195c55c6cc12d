import type { Contact } from '../contract/contacts.ts'
import { EXIT, jsonOption, type Command } from './command.ts'
import { writeJson, writeList } from './output.ts'
import { withHome } from './with-host.ts'

export const auditHosts: Command = {
  command: 'audit hosts',
  summary: { en: 'list the hosts that were contacted, the newest first', 'zh-CN': '列出联系过的主机，新的在前' },
  arguments: [],
  options: { clear: { help: { en: 'forget them after listing', 'zh-CN': '列出后清空' } }, ...jsonOption },
  run: (args, terminal) =>
    withHome(terminal, async ({ rpc }) => {
      const { contacts } = await rpc.contacts.list({})
      if (args.flag('json')) await writeJson(terminal.stdout, contacts)
      else await writeList(terminal, contacts.map(columns))
      if (args.flag('clear')) await rpc.contacts.clear({})
      return EXIT.ok
    }),
}

/** `2026-11-29T08:00:00.000Z  api.example.com  model  12×  answered 200`. */
function columns({ host, purpose, lastAt, count, outcome, status }: Contact): string[] {
  return [new Date(lastAt).toISOString(), host, purpose, `${count}×`, [outcome, status ?? ''].join(' ').trim()]
}
