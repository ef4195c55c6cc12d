import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { errorText, type Language } from '../contract/error-texts.ts'
import { AppError } from '../contract/errors.ts'
import type { HookImport } from '../contract/hooks.ts'
import { EXIT, jsonOption, projectOption, type Command } from './command.ts'
import type { Words } from './language.ts'
import { table, write, writeJson } from './output.ts'
import { withProject } from './with-host.ts'

const words = {
  left: { en: 'left out', 'zh-CN': '略去' },
  again: { en: 'Nothing was written. Say it again with --yes to write it.', 'zh-CN': '什么都没有写。加上 --yes 再运行一次才会写入。' },
  written: { en: 'Taken over', 'zh-CN': '已导入' },
} as const satisfies Record<string, Words>

/** Without a file: where other products keep hooks. With one: what they come to here, and with --yes they are written. */
export const hooksImport: Command = {
  command: 'hooks import',
  summary: { en: "take over another product's hooks, with a report", 'zh-CN': '导入别的产品的钩子，并给出报告' },
  arguments: [{ name: 'FILE', required: false }],
  options: {
    ...projectOption,
    yes: { help: { en: 'write what was shown', 'zh-CN': '写入显示的内容' } },
    to: {
      value: 'WHERE',
      choices: ['user', 'project'],
      help: { en: 'your hooks.yaml (default), or the project’s', 'zh-CN': '自己的 hooks.yaml（默认），或项目的' },
    },
    ...jsonOption,
  },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const { stdout, stderr, language, cwd } = terminal
      const name = args.positional(0)
      if (name === undefined) {
        const found = await rpc.hooks.foreign({})
        if (args.flag('json')) await writeJson(stdout, found)
        else await write(stdout, table(found.map(({ program, path, hooks }) => [program, String(hooks), path])))
        return EXIT.ok
      }
      const file = resolve(cwd, name)
      const text = await readFile(file, 'utf8').catch((cause: unknown) => {
        throw new AppError('files.unreadable', { params: { path: file }, cause })
      })
      const report = await rpc.hooks.readImport({ text, name: file })
      const usable = report.hooks.filter(({ yaml }) => yaml !== '')
      if (args.flag('yes')) {
        const to = args.text('to') === 'project' ? 'project' : 'user'
        for (const { yaml } of usable) await rpc.hooks.save({ yaml, to })
      }
      if (args.flag('json')) await writeJson(stdout, { ...report, written: args.flag('yes') ? usable.map((one) => one.name) : [] })
      else await write(stdout, report.hooks.map((hook) => described(hook, language)).join(''))
      await write(stderr, args.flag('yes') ? `${words.written[language]}: ${usable.length}\n` : `${words.again[language]}\n`)
      return EXIT.ok
    }),
}

function described({ from, name, event, losses }: HookImport, language: Language): string {
  const head = event === null ? `${from}  ${words.left[language]}` : `${from}  →  ${event}  ${name}`
  return [head, ...losses.map(({ code, params }) => `  ! ${errorText(code, params, language).what}`), ''].join('\n')
}
