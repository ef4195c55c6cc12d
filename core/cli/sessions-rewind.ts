import type { Language } from '../contract/error-texts.ts'
import { AppError } from '../contract/errors.ts'
import type { RpcClient } from '../contract/index.ts'
import type { RewindPoint, RewindResult, RewindWhat } from '../contract/rewind.ts'
import type { Arguments } from './arguments.ts'
import { EXIT, jsonOption, projectOption, type Command } from './command.ts'
import { table, write, writeJson, writeList } from './output.ts'
import { withProject } from './with-host.ts'

export const sessionsRewind: Command = {
  command: 'sessions rewind',
  summary: {
    en: 'go back to before a message; without --to, list the messages',
    'zh-CN': '回到某条消息之前；不带 --to 时列出消息',
  },
  arguments: [{ name: 'ID', required: true }],
  options: {
    ...projectOption,
    to: { value: 'MESSAGE', help: { en: 'the message, or a rewind that is to be undone', 'zh-CN': '消息，或要撤销的某次回退' } },
    both: { help: { en: 'files and conversation (default)', 'zh-CN': '文件和对话（默认）' } },
    files: { help: { en: 'only files', 'zh-CN': '只回退文件' } },
    conversation: { help: { en: 'only the conversation', 'zh-CN': '只回退对话' } },
    'dry-run': { help: { en: 'say what would be done and do nothing', 'zh-CN': '只说明会做什么，不执行' } },
    ...jsonOption,
  },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const sessionId = args.positional(0) ?? ''
      const what = wanted(args)
      const messageId = args.text('to')
      if (messageId === undefined) {
        const points = await allPoints(rpc, sessionId)
        if (args.flag('json')) await writeJson(terminal.stdout, points)
        else
          await writeList(
            terminal,
            points.map((point) => pointRow(point, terminal.language)),
          )
        return EXIT.ok
      }
      const result = await rpc.sessions.rewind({ sessionId, messageId, what, dryRun: args.flag('dry-run') })
      if (args.flag('json')) await writeJson(terminal.stdout, result)
      else await write(terminal.stdout, report(result, { sessionId, what, language: terminal.language }))
      return result.conflicts.length > 0 ? EXIT.failed : EXIT.ok
    }),
}

function wanted(args: Arguments): RewindWhat {
  const [first = 'both', second] = (['files', 'conversation', 'both'] as const).filter((name) => args.flag(name))
  if (second !== undefined) throw new AppError('usage.option_conflict', { params: { first: `--${first}`, second: `--${second}` } })
  return first
}

async function allPoints(rpc: RpcClient, sessionId: string): Promise<RewindPoint[]> {
  const all: RewindPoint[] = []
  for (let before: string | undefined; ;) {
    const { points, hasMore } = await rpc.sessions.rewindPoints({ sessionId, ...(before !== undefined && { before }) })
    all.push(...points)
    before = points.findLast(({ kind }) => kind === 'prompt')?.messageId
    if (!hasMore || before === undefined) return all
  }
}

const words = {
  en: {
    restore: 'restored',
    remove: 'removed',
    bring_back: 'brought back',
    theirs: ', a change of somebody else with it',
    left: {
      changed: 'changed since',
      gone: 'deleted since',
      link: 'not a file any more',
      expired: 'no longer kept',
      overlap: 'changed on top',
      unwritable: 'cannot be written',
    },
    leftAs: 'left',
    hidden: (n: number) => `${n} ${n === 1 ? 'message is' : 'messages are'} out of the conversation.`,
    shell: 'What shell commands did to files stays.',
    undo: (session: string, id: string) => `Undo: mewcode sessions rewind ${session} --to ${id}`,
    nothing: 'No files to put back.',
    rewind: '(a rewind)',
    revert: '(a revert)',
    files: (n: number) => `${n} ${n === 1 ? 'file' : 'files'}`,
  },
  'zh-CN': {
    restore: '恢复',
    remove: '删除',
    bring_back: '找回',
    theirs: '，连同别人的一处改动',
    left: {
      changed: '之后被改过',
      gone: '之后被删除',
      link: '已不是文件',
      expired: '已不再保留',
      overlap: '上面有之后的改动',
      unwritable: '无法写入',
    },
    leftAs: '保留',
    hidden: (n: number) => `${n} 条消息移出对话。`,
    shell: 'Shell 命令对文件的影响不会撤销。',
    undo: (session: string, id: string) => `撤销：mewcode sessions rewind ${session} --to ${id}`,
    nothing: '没有需要恢复的文件。',
    rewind: '（一次回退）',
    revert: '（一次还原）',
    files: (n: number) => `${n} 个文件`,
  },
}

function pointRow({ messageId, kind, text, at, files }: RewindPoint, language: Language): string[] {
  const said = words[language]
  const line = kind === 'prompt' ? (text.split('\n').find((each) => each.trim() !== '') ?? '') : said[kind]
  return [messageId, new Date(at).toISOString().slice(0, 16).replace('T', ' '), said.files(files), line]
}

function report(result: RewindResult, { sessionId, what, language }: { sessionId: string; what: RewindWhat; language: Language }): string {
  const said = words[language]
  const rows = [
    ...result.files.map(({ path, action, takesTheirs }) => [said[action], path + (takesTheirs ? said.theirs : '')]),
    ...result.conflicts.map(({ path, reason }) => [said.leftAs, `${path} (${said.left[reason]})`]),
  ]
  const lines = [
    ...(what !== 'conversation' && rows.length === 0 ? [said.nothing] : []),
    ...(result.hidden > 0 ? [said.hidden(result.hidden)] : []),
    ...(what !== 'conversation' ? [said.shell] : []),
    ...(result.rewindId === null ? [] : [said.undo(sessionId, result.rewindId)]),
  ]
  return `${table(rows)}${lines.map((line) => `${line}\n`).join('')}`
}
