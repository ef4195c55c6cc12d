import { EXIT, projectOption, type Command } from './command.ts'
import { withProject } from './with-host.ts'

export const sessionsDelete: Command = {
  command: 'sessions delete',
  summary: { en: 'delete a session and its files for good', 'zh-CN': '彻底删除会话及其文件' },
  arguments: [{ name: 'ID', required: true }],
  options: projectOption,
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      await rpc.sessions.delete({ sessionId: args.positional(0) ?? '' })
      return EXIT.ok
    }),
}

export const sessionsPin: Command = {
  command: 'sessions pin',
  summary: { en: 'keep a session at the top of the list', 'zh-CN': '把会话固定在列表顶部' },
  arguments: [{ name: 'ID', required: true }],
  options: { ...projectOption, off: { help: { en: 'no longer', 'zh-CN': '取消固定' } } },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      await rpc.sessions.pin({ sessionId: args.positional(0) ?? '', pinned: !args.flag('off') })
      return EXIT.ok
    }),
}

export const sessionsArchive: Command = {
  command: 'sessions archive',
  summary: { en: 'put a session away without deleting it', 'zh-CN': '归档会话，不删除' },
  arguments: [{ name: 'ID', required: true }],
  options: { ...projectOption, off: { help: { en: 'bring it back', 'zh-CN': '放回列表' } } },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      await rpc.sessions.archive({ sessionId: args.positional(0) ?? '', archived: !args.flag('off') })
      return EXIT.ok
    }),
}
