import type { MemoryNote } from '../contract/memory.ts'
import { AppError } from '../contract/errors.ts'
import type { RpcClient } from '../contract/index.ts'
import { EXIT, jsonOption, projectOption, type Command } from './command.ts'
import { write, writeJson, writeList } from './output.ts'
import { withProject } from './with-host.ts'

export const memoryList: Command = {
  command: 'memory list',
  summary: { en: 'list what is remembered, for you and for a folder', 'zh-CN': '列出为你和为一个文件夹记住的内容' },
  arguments: [],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const notes = await rpc.memory.list({})
      if (args.flag('json')) await writeJson(terminal.stdout, notes)
      else
        await writeList(
          terminal,
          notes.map(({ level, file, updatedAt, title }) => [`${level}/${file}`, day(updatedAt), title]),
        )
      return EXIT.ok
    }),
}

export const memoryShow: Command = {
  command: 'memory show',
  summary: { en: 'print a note', 'zh-CN': '显示一条记忆' },
  arguments: [{ name: 'NOTE', required: true }],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const note = await findNote(rpc, args.positional(0) ?? '')
      if (args.flag('json')) await writeJson(terminal.stdout, note)
      else await write(terminal.stdout, `# ${note.title}\n\n${note.content}\n`)
      return EXIT.ok
    }),
}

export const memoryDelete: Command = {
  command: 'memory delete',
  summary: { en: 'forget a note', 'zh-CN': '删除一条记忆' },
  arguments: [{ name: 'NOTE', required: true }],
  options: projectOption,
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const { level, file } = await findNote(rpc, args.positional(0) ?? '')
      await rpc.memory.delete({ level, file })
      return EXIT.ok
    }),
}

/** By `level/file` as `memory list` prints it; by the file alone where only one level has it. */
async function findNote(rpc: RpcClient, wanted: string): Promise<MemoryNote> {
  const notes = (await rpc.memory.list({})).filter(({ level, file }) => wanted === `${level}/${file}` || wanted === file)
  const [note] = notes
  if (!note || notes.length > 1) throw new AppError('memory.not_found', { params: { file: wanted } })
  return note
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
