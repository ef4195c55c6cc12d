import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { errorText, type Language } from '../contract/error-texts.ts'
import { AppError, type WireError } from '../contract/errors.ts'
import type { HookLogRow, HookProblem, HookRuleInfo, HookTrial } from '../contract/hooks.ts'
import type { Arguments } from './arguments.ts'
import { EXIT, jsonOption, projectOption, type Command, type Terminal } from './command.ts'
import { table, write, writeJson, writeList } from './output.ts'
import { readAll } from './run/prompt.ts'
import { withProject } from './with-host.ts'

const trustOption = {
  trust: { help: { en: "use this folder's own hooks for this run", 'zh-CN': '本次运行采用这个文件夹自带的钩子' } },
} as const

export const hooksList: Command = {
  command: 'hooks list',
  summary: { en: 'list hooks, and what is wrong with them', 'zh-CN': '列出钩子及其问题' },
  arguments: [],
  options: { ...projectOption, ...trustOption, ...jsonOption },
  run: (args, terminal) => withProject(args, terminal, async ({ rpc }) => tellRules(await rpc.hooks.list({}), args, terminal)),
}

export const hooksCheck: Command = {
  command: 'hooks check',
  summary: { en: 'say what is wrong with the hooks, or with those of a file', 'zh-CN': '检查钩子，或某个文件里的钩子' },
  arguments: [{ name: 'FILE', required: false }],
  options: { ...projectOption, ...trustOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const name = args.positional(0)
      if (name === undefined) return tellRules(await rpc.hooks.list({}), args, terminal)
      const file = resolve(terminal.cwd, name)
      return tellRules(await rpc.hooks.check({ text: await readText(file), file }), args, terminal)
    }),
}

export const hooksTest: Command = {
  command: 'hooks test',
  summary: { en: 'run the hooks that match a payload, for real', 'zh-CN': '对一份输入真实运行匹配的钩子' },
  arguments: [{ name: 'EVENT', required: true }],
  options: {
    ...projectOption,
    payload: { value: 'FILE|-', help: { en: 'a JSON object, from a file or standard input', 'zh-CN': 'JSON 对象，取自文件或标准输入' } },
    ...trustOption,
    ...jsonOption,
  },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const payload = await readPayload(args, terminal)
      return tellTrial(await rpc.hooks.test({ event: args.positional(0) ?? '', payload }), args, terminal)
    }),
}

export const hooksLog: Command = {
  command: 'hooks log',
  summary: { en: 'list the newest runs', 'zh-CN': '列出最近的运行记录' },
  arguments: [],
  options: {
    ...projectOption,
    rule: { value: 'NAME', help: { en: 'of this rule only', 'zh-CN': '只看这条规则' } },
    ...jsonOption,
  },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const { rows } = await rpc.hooks.log({ rule: args.text('rule') })
      if (args.flag('json')) await writeJson(terminal.stdout, rows.map(loggedRun))
      else await writeList(terminal, rows.map(logLine))
      return EXIT.ok
    }),
}

export const hooksReplay: Command = {
  command: 'hooks replay',
  summary: { en: 'run the hooks again on the payload of a run in the log', 'zh-CN': '用记录里某次运行的输入再运行一次' },
  arguments: [{ name: 'ID', required: true }],
  options: { ...projectOption, ...trustOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const id = Number(args.positional(0))
      if (!Number.isSafeInteger(id)) throw new AppError('hook.no_such_run')
      return tellTrial(await rpc.hooks.replay({ id }), args, terminal)
    }),
}

export const hooksEnable = switching('enable', { en: 'switch a hook on', 'zh-CN': '启用一个钩子' })
export const hooksDisable = switching('disable', { en: 'switch a hook off', 'zh-CN': '停用一个钩子' })

function switching(verb: 'enable' | 'disable', summary: Command['summary']): Command {
  return {
    command: `hooks ${verb}`,
    summary,
    arguments: [{ name: 'NAME', required: true }],
    options: projectOption,
    run: (args, terminal) =>
      withProject(args, terminal, async ({ rpc }) => {
        await rpc.hooks.setEnabled({ name: args.positional(0) ?? '', isEnabled: verb === 'enable' })
        return EXIT.ok
      }),
  }
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new AppError('files.unreadable', { params: { path: file }, cause })
  })
}

async function readPayload(args: Arguments, { stdin, cwd }: Terminal): Promise<Record<string, unknown>> {
  const source = args.text('payload') ?? '-'
  const text = source === '-' ? await readAll(stdin) : await readText(resolve(cwd, source))
  const value = parse(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new AppError('usage.bad_value', { params: { option: '--payload', value: text.slice(0, 80), expected: '{"…": …}' } })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

interface Read {
  readonly rules: readonly HookRuleInfo[]
  readonly problems: readonly HookProblem[]
}

async function tellRules({ rules, problems }: Read, args: Arguments, { stdout, language }: Terminal): Promise<number> {
  const code = problems.some(({ level }) => level === 'error') ? EXIT.usage : EXIT.ok
  if (args.flag('json')) {
    await writeJson(stdout, {
      rules: rules.map(({ problem, ...rule }) => ({ ...rule, problem: problem ? words(problem, language) : null })),
      problems: problems.map(({ problem, ...where }) => ({ ...where, message: words(problem, language) })),
    })
    return code
  }
  const listed = rules.map(({ name, event, source, state, subject, failures, runs }) => [
    name,
    event,
    source,
    state,
    failures > 0 ? `${failures}/${runs}` : '',
    oneLine(subject),
  ])
  const told = problems.map(({ file, line, rule, level, problem }) => `${level}: ${file}:${line}: ${rule}: ${words(problem, language)}\n`)
  await write(stdout, `${table(listed)}${told.join('')}`)
  return code
}

async function tellTrial(trial: HookTrial, args: Arguments, { stdout }: Terminal): Promise<number> {
  if (args.flag('json')) await writeJson(stdout, trial)
  else {
    const runs = trial.runs.map(({ rule, outcome, exitCode, durationMs, reason }) => [
      rule,
      outcome,
      exitCode === null ? '-' : String(exitCode),
      `${durationMs} ms`,
      oneLine(reason),
    ])
    const prompts = trial.prompts.map((prompt) => `> ${prompt}\n`)
    await write(stdout, `${table(runs)}${prompts.join('')}${trial.blocked ? `[hook ${trial.by}] ${trial.reason}\n` : ''}`)
  }
  return EXIT.ok
}

function loggedRun({ ts, ...row }: HookLogRow) {
  return { ...row, ts: new Date(ts).toISOString() }
}

function logLine({ id, ts, rule, event, outcome, exitCode, durationMs, reason }: HookLogRow): string[] {
  const at = new Date(ts).toISOString()
  return [String(id), at, event, rule, outcome, exitCode === null ? '-' : String(exitCode), `${durationMs} ms`, oneLine(reason)]
}

function words({ code, params }: WireError, language: Language): string {
  return errorText(code, params, language).what
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99).toWellFormed()}…` : line
}
