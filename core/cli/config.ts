import { join } from 'node:path'
import { EXIT, jsonOption, projectOption, type Command } from './command.ts'
import { table, write, writeJson } from './output.ts'
import { describeError } from './report.ts'
import { withProject } from './with-host.ts'

export const configCheck: Command = {
  command: 'config check',
  summary: { en: 'check the configuration files of you and the project', 'zh-CN': '检查你和项目的配置文件' },
  arguments: [],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const { problems } = await rpc.app.info({})
      if (args.flag('json')) await writeJson(terminal.stdout, { problems })
      else if (problems.length === 0) await write(terminal.stdout, 'ok\n')
      for (const problem of problems) terminal.stderr.write(describeError(problem, terminal.language))
      // What an untrusted folder may not do is off as it should be; nothing is wrong with the file.
      return problems.every(({ code }) => code === 'config.untrusted') ? EXIT.ok : EXIT.usage
    }),
}

export const configPath: Command = {
  command: 'config path',
  summary: { en: 'print where the configuration files are', 'zh-CN': '显示配置文件的位置' },
  arguments: [],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ project, home }) => {
      const paths = {
        config: join(home, 'config.yaml'),
        settings: join(home, 'settings.yaml'),
        projectConfig: join(project.path, '.mewcode', 'config.yaml'),
      }
      if (args.flag('json')) await writeJson(terminal.stdout, paths)
      else await write(terminal.stdout, table(Object.entries(paths)))
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
