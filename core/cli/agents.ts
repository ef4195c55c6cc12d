import { basename, resolve } from 'node:path'
import type { AgentDetail, AgentInfo } from '../contract/agents.ts'
import { errorText, type Language } from '../contract/error-texts.ts'
import { AppError } from '../contract/errors.ts'
import { readSmallFile } from '../platform/index.ts'
import { EXIT, jsonOption, projectOption, type Command, type Terminal } from './command.ts'
import type { Words } from './language.ts'
import { table, write, writeJson } from './output.ts'
import { withHome, withProject } from './with-host.ts'

const words = {
  signedIn: { en: 'signed in', 'zh-CN': '已登录' },
  signedOut: { en: 'signed out', 'zh-CN': '已退出登录' },
} as const satisfies Record<string, Words>

const MAX_BYTES = 1_000_000

export const agentsList: Command = {
  command: 'agents list',
  summary: { en: 'list agents, with what is wrong with them', 'zh-CN': '列出 agent 及其问题' },
  arguments: [],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const { language, stdout } = terminal
      const agents = (await rpc.agents.list({})).map((agent) => toJson(agent, language))
      if (args.flag('json')) {
        await writeJson(stdout, agents)
        return EXIT.ok
      }
      const lines = agents.flatMap(({ name, source, state, description, diagnostics, path, remoteUrl }) => [
        [name, source, state, oneLine(description)],
        ...(remoteUrl === null ? [] : [['', '', '', `  ${remoteUrl}`]]),
        ...diagnostics.filter(({ level }) => level !== 'info').map(({ line, message }) => ['', '', '', `  ${path}:${line}: ${message}`]),
      ])
      await write(stdout, table(lines))
      return EXIT.ok
    }),
}

export const agentsShow: Command = {
  command: 'agents show',
  summary: { en: 'print an agent', 'zh-CN': '显示一个 agent' },
  arguments: [{ name: 'NAME', required: true }],
  options: { ...projectOption, ...jsonOption },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      await print(await rpc.agents.show({ name: args.positional(0) ?? '' }), args.flag('json'), terminal)
      return EXIT.ok
    }),
}

export const agentsCheck: Command = {
  command: 'agents check',
  summary: { en: 'say what is wrong with an agent file', 'zh-CN': '检查一个 agent 文件' },
  arguments: [{ name: 'FILE', required: true }],
  options: { ...jsonOption },
  run: (args, terminal) =>
    withHome(terminal, async ({ rpc }) => {
      const path = resolve(terminal.cwd, args.positional(0) ?? '')
      const text = await readSmallFile(path, MAX_BYTES)
      if (text === undefined) throw new AppError('files.unreadable', { params: { path } })
      const detail = await rpc.agents.check({ text, fileName: basename(path) })
      if (args.flag('json')) await writeJson(terminal.stdout, { ...toJson({ ...detail, path }, terminal.language), prompt: detail.prompt })
      else await write(terminal.stdout, problems({ ...detail, path }, terminal.language) || `${detail.name}: ok\n`)
      return detail.state === 'broken' ? EXIT.usage : EXIT.ok
    }),
}

export const agentsLogin: Command = {
  command: 'agents login',
  summary: { en: 'sign in to a remote agent in the browser', 'zh-CN': '在浏览器里登录一个远程 agent' },
  arguments: [{ name: 'NAME', required: true }],
  options: projectOption,
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const name = args.positional(0) ?? ''
      await rpc.agents.login({ name }, { signal: terminal.interrupted })
      await write(terminal.stdout, `${name}  ${words.signedIn[terminal.language]}\n`)
      return EXIT.ok
    }),
}

export const agentsLogout: Command = {
  command: 'agents logout',
  summary: { en: 'sign out of a remote agent and forget its tokens', 'zh-CN': '退出一个远程 agent 的登录，并删除令牌' },
  arguments: [{ name: 'NAME', required: true }],
  options: projectOption,
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const name = args.positional(0) ?? ''
      await rpc.agents.logout({ name })
      await write(terminal.stdout, `${name}  ${words.signedOut[terminal.language]}\n`)
      return EXIT.ok
    }),
}

async function print(detail: AgentDetail, isJson: boolean, { stdout, language }: Terminal): Promise<void> {
  if (isJson) return writeJson(stdout, { ...toJson(detail, language), prompt: detail.prompt })
  await write(stdout, `# ${detail.name}\n\n${detail.description}\n\n${detail.remoteUrl ?? detail.prompt}\n${problems(detail, language)}`)
}

function problems({ path, diagnostics }: AgentInfo, language: Language): string {
  return diagnostics
    .map(({ level, line, problem: { code, params } }) => {
      const { what, fix } = errorText(code, params, language)
      return `${path}:${line}: ${level}: ${what} ${fix}\n`
    })
    .join('')
}

function toJson({ diagnostics, ...agent }: AgentInfo, language: Language) {
  const { name, source, state, description, model, tools, disallowedTools, maxTurns, permissionMode, path, isReadOnly, remoteUrl } = agent
  const said = diagnostics.map(({ level, line, problem: { code, params } }) => ({
    level,
    line,
    message: errorText(code, params, language).what,
  }))
  return {
    name,
    source,
    state,
    description,
    model,
    tools,
    disallowedTools,
    maxTurns,
    permissionMode,
    readOnly: isReadOnly,
    kind: remoteUrl === undefined ? 'local' : 'remote',
    remoteUrl: remoteUrl ?? null,
    path,
    diagnostics: said,
  }
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99).toWellFormed()}…` : line
}
