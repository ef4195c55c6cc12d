import { AppError } from '../contract/errors.ts'
import { errorText } from '../contract/error-texts.ts'
import type { WaitingApproval } from '../contract/sessions.ts'
import { EXIT, jsonOption, projectOption, type Command } from './command.ts'
import { writeJson, writeList } from './output.ts'
import { withEverything, withHome, withProject } from './with-host.ts'

const DECISIONS = ['once', 'session', 'always', 'no'] as const

export const approvalsList: Command = {
  command: 'approvals list',
  summary: { en: 'list what waits for a yes or a no', 'zh-CN': '列出等待批准的调用' },
  arguments: [],
  options: {
    ...projectOption,
    all: { help: { en: 'of all projects', 'zh-CN': '列出全部项目的' } },
    ...jsonOption,
  },
  async run(args, terminal) {
    const print = async (waiting: readonly WaitingApproval[]): Promise<number> => {
      if (args.flag('json')) await writeJson(terminal.stdout, waiting)
      else await writeList(terminal, waiting.map(columns))
      return EXIT.ok
    }
    const columns = ({ approvalId, toolName, subject, reasonCode, reasonParams, sessionTitle, projectRoot }: WaitingApproval): string[] => [
      approvalId,
      toolName,
      oneLine(subject),
      errorText(reasonCode, reasonParams, terminal.language).what,
      args.flag('all') ? projectRoot : sessionTitle,
    ]
    if (args.flag('all')) return withHome(terminal, async ({ rpc }) => print(await rpc.approvals.list({})))
    return withProject(args, terminal, async ({ rpc }) => print(await rpc.approvals.list({})))
  },
}

export const approvalsAnswer: Command = {
  command: 'approvals answer',
  summary: {
    en: 'answer a call that waits: once, session, always or no',
    'zh-CN': '答复等待批准的调用：once、session、always 或 no',
  },
  arguments: [
    { name: 'ID', required: true },
    { name: 'once|session|always|no', required: true },
  ],
  options: {
    reason: { value: 'TEXT', help: { en: 'with "no": what the model is to do instead', 'zh-CN': '用于 no：告诉模型该怎么做' } },
    rule: { value: 'RULE', help: { en: 'with "always": which of the offered rules to keep', 'zh-CN': '用于 always：保存给出的哪条规则' } },
  },
  run: (args, terminal) =>
    withEverything(terminal, async (host) => {
      const approvalId = args.positional(0) ?? ''
      const word = args.positional(1) ?? ''
      const decision = DECISIONS.find((one) => one === word)
      if (!decision) throw new AppError('usage.bad_value', { params: { option: 'answer', value: word, expected: DECISIONS.join(', ') } })
      const waiting = (await host.openHome().rpc.approvals.list({})).find((one) => one.approvalId === approvalId)
      if (!waiting) throw new AppError('approval.expired')
      const { rpc } = await host.lookAtProject(waiting.projectRoot)
      await rpc.approvals.answer({ approvalId, decision, reason: args.text('reason'), rule: args.text('rule') })
      return EXIT.ok
    }),
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}
