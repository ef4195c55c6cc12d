import { z } from 'zod'
import { Mode } from '../contract/common.ts'
import { errorText, type Language } from '../contract/error-texts.ts'
import { AppError } from '../contract/errors.ts'
import type { RpcClient } from '../contract/index.ts'
import type { PermissionAnswer } from '../contract/permissions.ts'
import type { Arguments } from './arguments.ts'
import { EXIT, jsonOption, projectOption, type Command, type Terminal } from './command.ts'
import { table, write, writeJson, writeList } from './output.ts'
import { asWireError } from './report.ts'
import { readAll } from './run/prompt.ts'
import { withProject } from './with-host.ts'

export const permissionsCheck: Command = {
  command: 'permissions check',
  summary: {
    en: 'say what would happen to a call, and which layer and rule says so',
    'zh-CN': '说明一次调用会怎样，由哪一层、哪条规则决定',
  },
  arguments: [
    { name: 'TOOL', required: false },
    { name: 'JSON', required: false },
  ],
  options: {
    ...projectOption,
    mode: {
      value: 'MODE',
      choices: Mode.options,
      help: { en: 'the mode to judge by (default: the configured one)', 'zh-CN': '按哪个模式判断（默认是配置的模式）' },
    },
    batch: {
      value: '-',
      choices: ['-'],
      help: {
        en: 'read {tool, input, mode} lines from standard input and answer a line each',
        'zh-CN': '从标准输入逐行读取 {tool, input, mode}，逐行回答',
      },
    },
    ...jsonOption,
  },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) =>
      args.text('batch') === undefined ? checkOne(rpc, args, terminal) : checkLines(rpc, args, terminal),
    ),
}

export const permissionsList: Command = {
  command: 'permissions list',
  summary: { en: 'list the rules in force and where each stands', 'zh-CN': '列出生效的规则，以及各自写在哪里' },
  arguments: [],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const rules = await rpc.permissions.rules({})
      if (args.flag('json')) await writeJson(terminal.stdout, rules)
      else
        await writeList(
          terminal,
          rules.map(({ effect, rule, source }) => [effect, rule, placeOf(source)]),
        )
      return EXIT.ok
    }),
}

const Line = z.object({ tool: z.string(), input: z.unknown(), mode: Mode.optional() })

async function checkOne(rpc: RpcClient, args: Arguments, { stdout, language }: Terminal): Promise<number> {
  const [tool, text] = [args.positional(0), args.positional(1)]
  if (tool === undefined || text === undefined)
    throw new AppError('usage.missing_argument', {
      params: { command: 'permissions check', argument: tool === undefined ? 'TOOL' : 'JSON' },
    })
  const answer = await rpc.permissions.check({ tool, input: readJson(text, 'JSON'), mode: modeOf(args) })
  if (args.flag('json')) await writeJson(stdout, asJson(answer))
  else await write(stdout, asText(answer, language))
  return EXIT.ok
}

/** A line that cannot be judged is answered with its error; the others go on. */
async function checkLines(rpc: RpcClient, args: Arguments, { stdin, stdout }: Terminal): Promise<number> {
  const lines = (await readAll(stdin)).split('\n').filter((line) => line.trim() !== '')
  for (const line of lines) {
    const answer = await checkLine(rpc, line, modeOf(args)).catch((error: unknown) => {
      const { code, message } = asWireError(error)
      return { error: { code, message } }
    })
    await write(stdout, `${JSON.stringify(answer)}\n`)
  }
  return EXIT.ok
}

async function checkLine(rpc: RpcClient, line: string, mode: Mode | undefined) {
  const read = Line.safeParse(readJson(line, '--batch'))
  if (!read.success) throw badJson('--batch', line)
  return asJson(await rpc.permissions.check({ mode, ...read.data }))
}

function readJson(text: string, option: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badJson(option, text)
  }
}

function badJson(option: string, text: string): AppError {
  return new AppError('usage.bad_value', { params: { option, value: text.slice(0, 80), expected: '{"…": …}' } })
}

function modeOf(args: Arguments): Mode | undefined {
  return Mode.optional().parse(args.text('mode'))
}

function asJson({ rule, source, ...answer }: PermissionAnswer) {
  return { ...answer, rule: rule ?? null, source: source ?? null }
}

function asText({ decision, layer, rule, source, reasonCode, reasonParams, parts }: PermissionAnswer, language: Language): string {
  const head = [decision, layer, rule ?? '-', source ? placeOf(source) : '-'].join('  ')
  const why = errorText(reasonCode, reasonParams, language).what
  const shown = parts.map(({ text, decision: one, risk }) => [
    `  ${one}`,
    text,
    risk === undefined ? '' : errorText(risk, {}, language).what,
  ])
  return `${head}\n${why}\n${table(shown)}`
}

function placeOf({ kind, file, line }: NonNullable<PermissionAnswer['source']>): string {
  if (file === undefined) return kind
  return line === undefined ? file : `${file}:${line}`
}
