import type { RpcClient } from '../contract/index.ts'
import { EXIT, jsonOption, projectOption, type Command, type Terminal } from './command.ts'
import { table, write, writeJson } from './output.ts'
import { withProject } from './with-host.ts'

const id = [{ name: 'ID|NAME', required: true }] as const

export const tasksDiff: Command = {
  command: 'tasks diff',
  summary: { en: "print what a card's worktree holds", 'zh-CN': '显示卡片工作树里的改动' },
  arguments: id,
  options: { ...projectOption, stat: { help: { en: 'only the files', 'zh-CN': '只列出文件' } }, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const changes = await rpc.tasks.changes({ id: args.positional(0) ?? '' })
      if (args.flag('json')) await writeJson(terminal.stdout, changes)
      else if (args.flag('stat'))
        await write(
          terminal.stdout,
          table(changes.files.map((file) => [`+${file.additions}`, `-${file.deletions}`, file.status, file.path])),
        )
      else await write(terminal.stdout, changes.diff)
      await sayConflicts(terminal, changes.conflicts)
      return EXIT.ok
    }),
}

export const tasksMerge: Command = {
  command: 'tasks merge',
  summary: { en: "merge a card's worktree into the project's branch", 'zh-CN': '把卡片的工作树合并到项目的分支' },
  arguments: id,
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const merged = await rpc.tasks.merge({ id: args.positional(0) ?? '' })
      if (args.flag('json')) await writeJson(terminal.stdout, merged)
      else if (merged.status !== 'conflict') await write(terminal.stdout, `${merged.status}${merged.commit ? ` ${merged.commit}` : ''}\n`)
      await sayConflicts(terminal, merged.conflicts)
      return merged.status === 'conflict' ? EXIT.failed : EXIT.ok
    }),
}

export const tasksDiscard: Command = {
  command: 'tasks discard',
  summary: { en: "throw a card's worktree and its changes away", 'zh-CN': '丢弃卡片的工作树和其中的改动' },
  arguments: id,
  options: { ...projectOption },
  run: (args, terminal) => ends(args, terminal, (rpc, card) => rpc.tasks.discard({ id: card })),
}

export const tasksRemove: Command = {
  command: 'tasks remove',
  summary: { en: 'take a card off the board for good', 'zh-CN': '把卡片从看板上永久删除' },
  arguments: id,
  options: { ...projectOption },
  run: (args, terminal) => ends(args, terminal, (rpc, card) => rpc.tasks.remove({ id: card })),
}

function ends(
  args: Parameters<Command['run']>[0],
  terminal: Terminal,
  work: (rpc: RpcClient, card: string) => Promise<unknown>,
): Promise<number> {
  return withProject(args, terminal, async ({ rpc }) => {
    await work(rpc, args.positional(0) ?? '')
    return EXIT.ok
  })
}

async function sayConflicts({ stderr, language }: Terminal, conflicts: readonly string[]): Promise<void> {
  if (conflicts.length === 0) return
  const words = language === 'en' ? 'These files cannot be merged; nothing was changed:' : '这些文件无法合并，没有改动任何内容：'
  await write(stderr, `${words}\n${conflicts.map((file) => `  ${file}\n`).join('')}`)
}
