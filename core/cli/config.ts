import { existsSync } from 'node:fs'
import { EXIT, jsonOption, projectOption, type Command } from './command.ts'
import type { Words } from './language.ts'
import { write, writeJson, writeList } from './output.ts'
import { describeError } from './report.ts'
import { withProject } from './with-host.ts'

const words = { policy: { en: 'policy in force', 'zh-CN': '生效的策略' }, there: { en: 'there', 'zh-CN': '有' } } as const satisfies Record<
  string,
  Words
>

export const configCheck: Command = {
  command: 'config check',
  summary: { en: 'check the configuration files of you and the project', 'zh-CN': '检查你和项目的配置文件' },
  arguments: [],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const [{ problems }, policy] = await Promise.all([rpc.app.info({}), rpc.permissions.policy({})])
      if (args.flag('json')) await writeJson(terminal.stdout, { problems, policy })
      else {
        if (policy) await write(terminal.stdout, `${words.policy[terminal.language]}: ${policy.file}\n`)
        if (problems.length === 0) await write(terminal.stdout, 'ok\n')
      }
      for (const problem of problems) terminal.stderr.write(describeError(problem, terminal.language))
      // What an untrusted folder may not do is off as it should be; nothing is wrong with the file.
      return problems.every(({ code }) => code === 'config.untrusted') ? EXIT.ok : EXIT.usage
    }),
}

export const configPath: Command = {
  command: 'config path',
  summary: { en: 'list the configuration files that are read, and which are there', 'zh-CN': '列出会读取的配置文件，以及哪些存在' },
  arguments: [],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ project, home }) => {
      const { filesRead } = await import('../config/index.ts')
      const files = filesRead(home, project.path).map((path) => ({ path, exists: existsSync(path) }))
      if (args.flag('json')) await writeJson(terminal.stdout, files)
      else
        await writeList(
          terminal,
          files.map(({ path, exists }) => [exists ? words.there[terminal.language] : '-', path]),
        )
      return EXIT.ok
    }),
}

export const configShow: Command = {
  command: 'config show',
  summary: { en: 'print the configuration in force, without secrets', 'zh-CN': '显示生效的配置，不含密钥' },
  arguments: [],
  options: projectOption,
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const [{ providers }, settings] = [await rpc.providers.list({}), await rpc.settings.get({})]
      await writeJson(terminal.stdout, { settings, providers })
      return EXIT.ok
    }),
}
