import path from 'node:path'
import { errorText, type Language } from '../contract/error-texts.ts'
import { AppError } from '../contract/errors.ts'
import { writeFileAtomic } from '../platform/index.ts'
import { EXIT, jsonOption, projectOption, type Command, type Terminal } from './command.ts'
import type { Arguments } from './arguments.ts'
import { firstRequestTable } from './first-request.ts'
import { table, write, writeJson } from './output.ts'
import { withHome, withProject } from './with-host.ts'

export const doctor: Command = {
  command: 'doctor',
  summary: { en: 'check what MewCode needs on this machine', 'zh-CN': '检查这台机器上 MewCode 需要的东西' },
  arguments: [],
  options: {
    prompt: {
      help: { en: 'what the first request in this folder is made of, with sizes', 'zh-CN': '这个文件夹里第一个请求由什么组成、各有多大' },
    },
    export: {
      value: 'FILE',
      help: { en: 'write a report without secrets or content, for a fault report', 'zh-CN': '写出一份不含密钥和内容的报告，用于报告问题' },
    },
    ...projectOption,
    ...jsonOption,
  },
  run(args, terminal) {
    const file = args.text('export')
    if (file !== undefined) return exportReport(file, terminal)
    return args.flag('prompt') ? showPrompt(args, terminal) : checkMachine(args, terminal)
  },
}

function showPrompt(args: Arguments, terminal: Terminal): Promise<number> {
  return withProject(args, terminal, async ({ rpc }) => {
    const request = await rpc.app.prompt({})
    if (args.flag('json')) await writeJson(terminal.stdout, request)
    else await write(terminal.stdout, firstRequestTable(request, terminal.language))
    return EXIT.ok
  })
}

function exportReport(file: string, terminal: Terminal): Promise<number> {
  return withHome(terminal, async ({ rpc }) => {
    const { text } = await rpc.app.diagnostics({})
    const target = path.resolve(terminal.cwd, file)
    await writeFileAtomic(target, Buffer.from(text), { mode: 0o600 }).catch((cause: unknown) => {
      throw new AppError('files.unwritable', { params: { path: target }, cause })
    })
    await write(terminal.stdout, `${target}\n`)
    return EXIT.ok
  })
}

function checkMachine(args: Arguments, terminal: Terminal): Promise<number> {
  return withHome(terminal, async ({ rpc }) => {
    const checks = await rpc.app.doctor({})
    if (args.flag('json')) await writeJson(terminal.stdout, checks)
    else {
      const rows = checks.map(({ id, state, detail, problem }) => {
        const text = problem && errorText(problem.code, problem.params, terminal.language)
        const facts = id === 'config' ? counted(Number(detail), state === 'ok' ? 'provider' : 'problem', terminal.language) : detail
        return [state, id, [facts, text && `${text.what} ${text.fix}`].filter(Boolean).join('  ')]
      })
      await write(terminal.stdout, table(rows))
    }
    return checks.some(({ state }) => state === 'fail') ? EXIT.failed : EXIT.ok
  })
}

function counted(count: number, what: 'provider' | 'problem', language: Language): string {
  if (language === 'zh-CN') return `${count} 个${what === 'provider' ? '服务商' : '问题'}`
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
