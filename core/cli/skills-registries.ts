import { EXIT, jsonOption, type Command } from './command.ts'
import type { Words } from './language.ts'
import { table, write, writeJson } from './output.ts'
import { describeError } from './report.ts'
import { oneLine } from './skills.ts'
import { withHome } from './with-host.ts'

const words = {
  token: { en: 'token in the keychain', 'zh-CN': '令牌在钥匙串里' },
  managed: { en: 'by the policy', 'zh-CN': '策略规定' },
  none: {
    en: 'No registry is named yet: mewcode skills registries add NAME URL',
    'zh-CN': '还没有注册表：mewcode skills registries add NAME URL',
  },
  nothing: { en: 'The registries have nothing like that.', 'zh-CN': '注册表里没有这样的技能。' },
  storeToken: { en: 'Store its token: mewcode keys set registry:', 'zh-CN': '保存令牌：mewcode keys set registry:' },
} as const satisfies Record<string, Words>

export const registriesList: Command = {
  command: 'skills registries list',
  summary: { en: 'list the registries skills may be installed from by name', 'zh-CN': '列出可以按名称安装技能的注册表' },
  arguments: [],
  options: jsonOption,
  run: (args, terminal) =>
    withHome(terminal, async ({ rpc }) => {
      const { stdout, language } = terminal
      const all = await rpc.skills.registries({})
      const row = ({ name, url, token, isManaged }: (typeof all)[number]): string[] => {
        const notes = [...(token === 'keychain' ? [words.token[language]] : []), ...(isManaged ? [words.managed[language]] : [])]
        return [name, url, notes.join(', ')]
      }
      if (args.flag('json')) await writeJson(stdout, all)
      else await write(stdout, table(all.map(row)))
      return EXIT.ok
    }),
}

export const registriesAdd: Command = {
  command: 'skills registries add',
  summary: { en: 'name a site with skills, or a git repository of them', 'zh-CN': '给技能网站或 git 仓库起一个名称' },
  arguments: [
    { name: 'NAME', required: true },
    { name: 'URL', required: true },
  ],
  options: { token: { help: { en: 'it asks for a token, kept in the keychain', 'zh-CN': '它要求令牌，令牌存进钥匙串' } } },
  run: (args, terminal) =>
    withHome(terminal, async ({ rpc }) => {
      const [name, url] = [args.positional(0) ?? '', args.positional(1) ?? '']
      await rpc.skills.addRegistry({ name, url, token: args.flag('token') ? 'keychain' : 'none' })
      if (args.flag('token')) await write(terminal.stdout, `${words.storeToken[terminal.language]}${name}\n`)
      return EXIT.ok
    }),
}

export const registriesRemove: Command = {
  command: 'skills registries remove',
  summary: { en: 'forget a registry and its token', 'zh-CN': '删除一个注册表和它的令牌' },
  arguments: [{ name: 'NAME', required: true }],
  options: {},
  run: (args, terminal) =>
    withHome(terminal, async ({ rpc }) => {
      const { problem } = await rpc.skills.removeRegistry({ name: args.positional(0) ?? '' })
      if (problem) await write(terminal.stderr, describeError(problem, terminal.language))
      return EXIT.ok
    }),
}

export const skillsSearch: Command = {
  command: 'skills search',
  summary: { en: 'list what the registries have', 'zh-CN': '列出注册表里的技能' },
  arguments: [{ name: 'WORD', required: false }],
  options: jsonOption,
  run: (args, terminal) =>
    withHome(terminal, async ({ rpc }) => {
      const { stdout, stderr, language } = terminal
      const found = await rpc.skills.search({ word: args.positional(0) ?? '' }, { signal: terminal.interrupted })
      if (args.flag('json')) await writeJson(stdout, found)
      else await write(stdout, table(found.skills.map(({ source, description }) => [source, oneLine(description)])))
      for (const problem of found.problems) stderr.write(describeError(problem, language))
      if (found.skills.length === 0 && found.problems.length === 0) {
        const isNone = (await rpc.skills.registries({})).length === 0
        await write(stderr, `${(isNone ? words.none : words.nothing)[language]}\n`)
      }
      return found.problems.length > 0 ? EXIT.failed : EXIT.ok
    }),
}
