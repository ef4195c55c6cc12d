import type { FolderTrust } from '../contract/trust.ts'
import { EXIT, jsonOption, projectOption, type Command, type Terminal } from './command.ts'
import type { Arguments } from './arguments.ts'
import type { Words } from './language.ts'
import { write, writeJson, writeList } from './output.ts'
import { withHome, withProject } from './with-host.ts'

const words = {
  none: { en: 'not decided', 'zh-CN': '还没决定' },
  trusted: { en: 'trusted', 'zh-CN': '已信任' },
  declined: { en: 'not trusted', 'zh-CN': '未信任' },
  new: { en: 'off: not looked at', 'zh-CN': '关闭：还没看过' },
  modified: { en: 'off: changed since', 'zh-CN': '关闭：之后改过' },
} as const satisfies Record<string, Words>

export const trustList: Command = {
  command: 'trust list',
  summary: { en: 'list the folders that were decided about', 'zh-CN': '列出做过信任决定的文件夹' },
  arguments: [],
  options: jsonOption,
  run: (args, terminal) =>
    withHome(terminal, async ({ rpc }) => {
      const folders = await rpc.trust.folders({})
      if (args.flag('json')) await writeJson(terminal.stdout, folders)
      else
        await writeList(
          terminal,
          folders.map(({ path, decision }) => [words[decision][terminal.language], path]),
        )
      return EXIT.ok
    }),
}

export const trustShow: Command = {
  command: 'trust show',
  summary: { en: "show what the project's own files would run or widen", 'zh-CN': '显示项目自己的文件会运行或放宽什么' },
  arguments: [],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) => withProject(args, terminal, async ({ rpc }) => print(await rpc.trust.show({}), args, terminal)),
}

export const trustAllow: Command = {
  command: 'trust allow',
  summary: { en: 'trust the project folder and everything it lists as it is now', 'zh-CN': '信任项目文件夹和它现在列出的全部内容' },
  arguments: [],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const { items } = await rpc.trust.show({})
      return print(await rpc.trust.allow({ items: items.map(({ key, hash }) => ({ key, hash })) }), args, terminal)
    }),
}

export const trustRevoke: Command = {
  command: 'trust revoke',
  summary: { en: 'take the trust in the project folder back', 'zh-CN': '收回对项目文件夹的信任' },
  arguments: [],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) => withProject(args, terminal, async ({ rpc }) => print(await rpc.trust.revoke({}), args, terminal)),
}

async function print(trust: FolderTrust, args: Arguments, { stdout, language }: Terminal): Promise<number> {
  if (args.flag('json')) {
    await writeJson(stdout, trust)
    return EXIT.ok
  }
  await write(stdout, `${words[trust.decision][language]}  ${trust.path}\n`)
  for (const { file, line, state, text } of trust.items) {
    await write(stdout, `\n${words[state][language]}  ${file}:${line}\n${text.replaceAll(/^/gm, '  ')}\n`)
  }
  return EXIT.ok
}
