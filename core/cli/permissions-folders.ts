import { resolve } from 'node:path'
import { errorText } from '../contract/error-texts.ts'
import type { ExtraFolder } from '../contract/permissions.ts'
import type { Arguments } from './arguments.ts'
import { EXIT, jsonOption, projectOption, type Command, type Terminal } from './command.ts'
import { table, write, writeJson } from './output.ts'
import { withProject } from './with-host.ts'

export const foldersList: Command = {
  command: 'permissions folders list',
  summary: { en: 'list the folders beside the project where the agent may work', 'zh-CN': '列出项目之外 agent 可以工作的文件夹' },
  arguments: [],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) => withProject(args, terminal, async ({ rpc }) => print(await rpc.permissions.folders({}), args, terminal)),
}

const everywhere = {
  everywhere: { help: { en: 'for every project, not only for this one', 'zh-CN': '对所有项目生效，而不只是这一个' } },
} as const

export const foldersAdd: Command = {
  command: 'permissions folders add',
  summary: { en: 'let the agent work in a folder as in the project', 'zh-CN': '让 agent 像在项目里一样使用一个文件夹' },
  arguments: [{ name: 'FOLDER', required: true }],
  options: { ...projectOption, ...everywhere, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const to = args.flag('everywhere') ? 'user' : 'local'
      return print(await rpc.permissions.addFolder({ path: folderOf(args, terminal), to }), args, terminal)
    }),
}

export const foldersRemove: Command = {
  command: 'permissions folders remove',
  summary: { en: 'take such a folder back', 'zh-CN': '收回这样的文件夹' },
  arguments: [{ name: 'FOLDER', required: true }],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const path = folderOf(args, terminal)
      let left = await rpc.permissions.folders({})
      for (const { source } of left.filter((one) => one.path === path)) {
        const from = source.kind === 'user' || source.kind === 'project' ? source.kind : 'local'
        left = await rpc.permissions.removeFolder({ path, from })
      }
      return print(left, args, terminal)
    }),
}

function folderOf(args: Arguments, { cwd }: Terminal): string {
  return resolve(cwd, args.positional(0) ?? '.')
}

async function print(folders: readonly ExtraFolder[], args: Arguments, { stdout, language }: Terminal): Promise<number> {
  if (args.flag('json')) await writeJson(stdout, folders)
  else await write(stdout, table(folders.map((one) => [one.path, `${one.source.file}:${one.source.line}`, problemOf(one, language)])))
  return EXIT.ok
}

function problemOf({ problem }: ExtraFolder, language: Terminal['language']): string {
  return problem === undefined ? '' : errorText(problem.code, problem.params, language).what
}
