import { AuditKind, AuditRow, type AuditFilter } from '../contract/audit.ts'
import { ErrorClass } from '../contract/common.ts'
import { AppError } from '../contract/errors.ts'
import type { Arguments } from './arguments.ts'
import { EXIT, jsonOption, projectOption, type Command } from './command.ts'
import { write, writeJson, writeList } from './output.ts'
import { withProject } from './with-host.ts'

const filters = {
  ...projectOption,
  kind: { value: 'KIND', help: { en: AuditKind.options.join(', '), 'zh-CN': AuditKind.options.join('、') } },
  decision: { value: 'WORD', help: { en: 'allow, deny, expired or revoke', 'zh-CN': 'allow、deny、expired 或 revoke' } },
  tool: { value: 'NAME', help: { en: 'one tool', 'zh-CN': '某个工具' } },
  server: { value: 'NAME', help: { en: 'one MCP server', 'zh-CN': '某个 MCP 服务器' } },
  'error-class': { value: 'WORD', help: { en: ErrorClass.options.join(', '), 'zh-CN': ErrorClass.options.join('、') } },
  session: { value: 'ID', help: { en: 'one session', 'zh-CN': '某个会话' } },
} as const

export const auditList: Command = {
  command: 'audit list',
  summary: { en: 'list what was done in the project, newest first', 'zh-CN': '列出项目里做过的事，新的在前' },
  arguments: [],
  options: { ...filters, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const { rows } = await rpc.audit.list(filterOf(args))
      if (args.flag('json')) await writeJson(terminal.stdout, rows)
      else await writeList(terminal, rows.map(columns))
      return EXIT.ok
    }),
}

export const auditExport: Command = {
  command: 'audit export',
  summary: { en: 'write every row of the project as JSON lines, newest first', 'zh-CN': '把项目的全部记录写成 JSON 行，新的在前' },
  arguments: [],
  options: filters,
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const filter = filterOf(args)
      for (let before: number | undefined; ;) {
        const { rows, hasMore } = await rpc.audit.list({ ...filter, before })
        for (const row of rows) await write(terminal.stdout, `${JSON.stringify(row)}\n`)
        before = rows.at(-1)?.id
        if (!hasMore || before === undefined) return EXIT.ok
      }
    }),
}

function filterOf(args: Arguments): AuditFilter {
  const filter: AuditFilter = {}
  const kind = choice(args, 'kind', AuditKind.options)
  const decision = choice(args, 'decision', AuditRow.shape.decision.options)
  const errorClass = choice(args, 'error-class', ErrorClass.options)
  const [tool, server, sessionId] = [args.text('tool'), args.text('server'), args.text('session')]
  if (kind) filter.kind = kind
  if (decision) filter.decision = decision
  if (tool !== undefined) filter.tool = tool
  if (server !== undefined) filter.server = server
  if (errorClass) filter.errorClass = errorClass
  if (sessionId !== undefined) filter.sessionId = sessionId
  return filter
}

function choice<T extends string>(args: Arguments, option: string, choices: readonly T[]): T | undefined {
  const value = args.text(option)
  if (value === undefined) return undefined
  const found = choices.find((each) => each === value)
  if (!found) throw new AppError('usage.bad_value', { params: { option: `--${option}`, value, expected: choices.join(', ') } })
  return found
}

function columns({ ts, kind, tool, server, decision, layer, rule, durationMs, errorClass, argsRedacted }: AuditRow): string[] {
  const by = [layer ?? '', rule ?? ''].filter((part) => part !== '').join(' ')
  return [
    new Date(ts).toISOString(),
    kind,
    decision,
    tool || server,
    by,
    `${Math.round(durationMs)} ms`,
    errorClass ?? '',
    argsRedacted.slice(0, 120),
  ]
}
