import { AppError } from '../contract/errors.ts'
import type { UsageRow } from '../contract/usage.ts'
import type { Arguments } from './arguments.ts'
import { EXIT, jsonOption, projectOption, type Command } from './command.ts'
import { writeJson, writeList } from './output.ts'
import { withProject } from './with-host.ts'

export const usage: Command = {
  command: 'usage',
  summary: { en: 'show tokens, cost and cache hits', 'zh-CN': '查看 token、费用和缓存命中' },
  arguments: [],
  options: {
    ...projectOption,
    by: {
      value: 'day|session',
      help: {
        en: 'a line a day over all folders (default), or a session of this one',
        'zh-CN': '按天统计所有文件夹（默认），或按会话统计本文件夹',
      },
    },
    days: { value: 'N', help: { en: 'how many days back, up to 50 (default 30)', 'zh-CN': '往回多少天，最多 50（默认 30）' } },
    session: { value: 'ID', help: { en: 'the steps of one session', 'zh-CN': '某个会话的每一步' } },
    ...jsonOption,
  },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const rows = await rpc.usage.report(reportOf(args))
      if (args.flag('json')) await writeJson(terminal.stdout, rows)
      else await writeList(terminal, rows.map(columns))
      return EXIT.ok
    }),
}

type Report = { by: 'day'; days: number } | { by: 'session' } | { by: 'step'; sessionId: string }

function reportOf(args: Arguments): Report {
  const sessionId = args.text('session')
  if (sessionId !== undefined) return { by: 'step', sessionId }
  const by = args.text('by') ?? 'day'
  if (by === 'session') return { by }
  if (by !== 'day') throw new AppError('usage.bad_value', { params: { option: '--by', value: by, expected: 'day, session' } })
  const text = args.text('days') ?? '30'
  const days = Number(text)
  if (!/^\d+$/.test(text) || days < 1 || days > 50)
    throw new AppError('usage.bad_value', { params: { option: '--days', value: text, expected: '1–50' } })
  return { by: 'day', days }
}

/** `2026-11-29  12 requests  in 3400  out 210  cache 81 %  $0.0123  title`. */
function columns({
  key,
  label,
  requests,
  inputTokens,
  outputTokens,
  cacheReadTokens,
  cacheWriteTokens,
  cacheHitRate,
  costUsd,
}: UsageRow): string[] {
  const prompt = inputTokens + cacheReadTokens + cacheWriteTokens
  const hits = cacheHitRate === null ? '-' : `${Math.round(cacheHitRate * 100)} %`
  return [
    key,
    `${requests}×`,
    `in ${prompt}`,
    `out ${outputTokens}`,
    `cache ${hits}`,
    costUsd === null ? '$?' : `$${costUsd.toFixed(4)}`,
    label,
  ]
}
