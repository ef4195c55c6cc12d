import { AppError } from '../../contract/errors.ts'
import type { Arguments } from '../arguments.ts'
import { projectOption, type Command, type Terminal } from '../command.ts'
import { untilInterrupted } from '../interrupt.ts'
import { describeError } from '../report.ts'
import type { AdmittedTurn } from './admit.ts'
import { parseDuration } from './duration.ts'
import { createPrinter, type Printer } from './printer.ts'
import { readPrompt } from './prompt.ts'
import { exitCodeOf } from './stop-reason.ts'

const modes = ['default', 'acceptEdits', 'plan', 'bypassPermissions', 'dontAsk'] as const
const RULES = 'Bash, Read, Write, Edit, Glob, Grep, TodoWrite, Bash(npm test), Edit(src/**)'
const outputs = ['text', 'json', 'stream-json'] as const

export const run: Command = {
  command: 'run',
  windsUp: true,
  summary: { en: 'run one turn without a window', 'zh-CN': '不开窗口，运行一个回合' },
  arguments: [{ name: 'PROMPT|-', required: true }],
  options: {
    ...projectOption,
    provider: {
      value: 'NAME',
      help: { en: 'a configured provider (default: the configured one)', 'zh-CN': '已配置的服务商（默认用配置里的）' },
    },
    model: { value: 'ID', help: { en: 'a model of that provider', 'zh-CN': '该服务商的模型' } },
    agent: {
      value: 'NAME',
      help: {
        en: 'go on as this agent, with its instructions, tools and limits; default: as itself again',
        'zh-CN': '换成这个 agent，用它的指令、工具和限制；default 换回来',
      },
    },
    mode: {
      value: 'MODE',
      choices: modes,
      help: {
        en: 'default, acceptEdits, plan, bypassPermissions or dontAsk; what would ask is refused here',
        'zh-CN': 'default、acceptEdits、plan、bypassPermissions 或 dontAsk；本来要问的操作在这里会被拒绝',
      },
    },
    allow: {
      value: 'RULE',
      repeatable: true,
      help: { en: 'allow what matches, as in Bash(npm test); repeatable', 'zh-CN': '放行匹配的操作，例如 Bash(npm test)；可多次使用' },
    },
    deny: { value: 'RULE', repeatable: true, help: { en: 'refuse what matches; repeatable', 'zh-CN': '拒绝匹配的操作；可多次使用' } },
    output: {
      value: 'FORMAT',
      choices: outputs,
      help: {
        en: 'text (the answer), json (one object) or stream-json (one event a line)',
        'zh-CN': 'text（只有回答）、json（一个对象）或 stream-json（每行一个事件）',
      },
    },
    session: { value: 'ID', help: { en: 'go on with this session', 'zh-CN': '继续这个会话' } },
    continue: { help: { en: 'go on with the last session of this folder', 'zh-CN': '继续这个文件夹的上一个会话' } },
    'no-save': { help: { en: 'keep nothing on disk', 'zh-CN': '不在磁盘上保存任何内容' } },
    'max-turns': { value: 'N', help: { en: 'end after N model requests', 'zh-CN': 'N 次模型请求后结束' } },
    'max-cost': { value: 'USD', help: { en: 'end once it has cost this much: 0.50', 'zh-CN': '花费达到这个数（美元）就结束：0.50' } },
    timeout: { value: 'TIME', help: { en: 'end after this long: 90s, 5m, 1h', 'zh-CN': '到时间就结束：90s、5m、1h' } },
    'no-wait': {
      help: {
        en: 'end with the turn; agents in the background are left interrupted',
        'zh-CN': '回合结束就退出；后台 agent 会中断，可以以后恢复',
      },
    },
    attach: { value: 'FILE', repeatable: true, help: { en: 'attach a text file; repeatable', 'zh-CN': '附上一个文本文件；可多次使用' } },
    'hooks-fail-closed': { help: { en: 'a hook that fails blocks, unless it says otherwise', 'zh-CN': '钩子失败即阻止，除非它另有规定' } },
    trust: { help: { en: "use this folder's own configuration for this run", 'zh-CN': '本次运行采用这个文件夹自带的配置' } },
  },
  run: runTurn,
}

async function runTurn(args: Arguments, terminal: Terminal): Promise<number> {
  const request = readRequest(args)
  await checkRules(request.rules)
  const text = await untilInterrupted(readPrompt(args.positional(0) ?? '', terminal), terminal.interrupted)
  if (typeof text === 'number') return text
  const { openHost } = await import('../host.ts')
  const { admitTurn } = await import('./admit.ts')
  const host = await openHost(terminal, {
    headless: true,
    ephemeral: request.ephemeral,
    trustProjects: request.trustProjects,
    hooksFailClosed: request.hooksFailClosed,
    rules: request.rules,
  })
  const printer = createPrinter(request.output, terminal)
  try {
    const turn = await admitTurn(host, { ...request, text }, { terminal, onEvent: printer.event })
    return await finish(turn, printer, terminal)
  } finally {
    await host.close()
    await printer.flushed()
  }
}

async function finish(turn: AdmittedTurn, printer: Printer, terminal: Terminal): Promise<number> {
  const { interrupted } = terminal
  const stop = (): void => void turn.cancel()
  interrupted.addEventListener('abort', stop, { once: true })
  printer.onLost(stop)
  if (interrupted.aborted) stop()
  const ended = await turn.ended
  await printer.finish(ended)
  const failure = printer.failure()
  if (failure) throw failure
  if (ended.error) terminal.stderr.write(describeError(ended.error, terminal.language))
  if (interrupted.aborted) return Number(interrupted.reason)
  return exitCodeOf(ended.stopReason)
}

function readRequest(args: Arguments) {
  const [session, isContinued] = [args.text('session'), args.flag('continue')]
  if (session !== undefined && isContinued) throw conflict('--session', '--continue')
  const ephemeral = args.flag('no-save')
  if (ephemeral && (session !== undefined || isContinued)) throw conflict('--no-save', session === undefined ? '--continue' : '--session')
  const timeout = args.text('timeout')
  return {
    project: args.text('project'),
    provider: args.text('provider'),
    model: args.text('model'),
    agent: args.text('agent'),
    mode: modes.find((mode) => mode === args.text('mode')),
    output: outputs.find((output) => output === args.text('output')) ?? 'text',
    session,
    isContinued,
    ephemeral,
    trustProjects: args.flag('trust'),
    hooksFailClosed: args.flag('hooks-fail-closed'),
    rules: { allow: args.list('allow'), deny: args.list('deny') },
    isAwaited: !args.flag('no-wait'),
    attach: args.list('attach'),
    maxTurns: readCount('--max-turns', args.text('max-turns')),
    maxCostUsd: readCost('--max-cost', args.text('max-cost')),
    timeoutMs: timeout === undefined ? undefined : parseDuration('--timeout', timeout),
  }
}

function readCount(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (count < 1) throw new AppError('usage.bad_value', { params: { option, value: text, expected: '1, 2, 3 …' } })
  return count
}

function readCost(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const cost = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : 0
  if (cost <= 0) throw new AppError('usage.bad_value', { params: { option, value: text, expected: '0.05, 1, 20' } })
  return cost
}

/** A rule that means nothing is refused: a `--deny` nobody heeds would be worse than none. */
async function checkRules({ allow, deny }: { allow: readonly string[]; deny: readonly string[] }): Promise<void> {
  if (allow.length + deny.length === 0) return
  const { isMeaningfulRule } = await import('../../permission/index.ts')
  const given = [...allow.map((value) => ['--allow', value] as const), ...deny.map((value) => ['--deny', value] as const)]
  const bad = given.find(([, value]) => !isMeaningfulRule(value))
  if (bad) throw new AppError('usage.bad_value', { params: { option: bad[0], value: bad[1], expected: RULES } })
}

function conflict(first: string, second: string): AppError {
  return new AppError('usage.option_conflict', { params: { first, second } })
}
