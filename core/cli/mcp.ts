import { z } from 'zod'
import { errorText } from '../contract/error-texts.ts'
import { AppError } from '../contract/errors.ts'
import type { RpcClient } from '../contract/index.ts'
import type { McpServer, McpState, McpStep, McpTool } from '../contract/mcp.ts'
import type { Arguments } from './arguments.ts'
import { EXIT, jsonOption, projectOption, type Command, type Terminal } from './command.ts'
import type { Language } from '../contract/error-texts.ts'
import type { Words } from './language.ts'
import { table, write, writeJson, writeList } from './output.ts'
import { withProject } from './with-host.ts'

const states = {
  idle: { en: 'not started', 'zh-CN': '未启动' },
  disabled: { en: 'off', 'zh-CN': '已关闭' },
  untrusted: { en: 'not trusted', 'zh-CN': '未信任' },
  needs_env: { en: 'needs a variable', 'zh-CN': '缺少变量' },
  starting: { en: 'starting', 'zh-CN': '启动中' },
  ready: { en: 'ready', 'zh-CN': '可用' },
  needs_auth: { en: 'needs a sign-in', 'zh-CN': '需要登录' },
  reconnecting: { en: 'reconnecting', 'zh-CN': '重连中' },
  failed: { en: 'failed', 'zh-CN': '失败' },
} as const satisfies Record<McpState, Words>

const words = {
  tools: { en: 'tools', 'zh-CN': '个工具' },
  off: { en: 'off', 'zh-CN': '已关闭' },
  noise: { en: 'lines on standard output that are no messages; the first', 'zh-CN': '行标准输出不是消息，第一行' },
  spawn: { en: 'start', 'zh-CN': '启动' },
  handshake: { en: 'greeting', 'zh-CN': '握手' },
  list: { en: 'list of tools', 'zh-CN': '工具列表' },
  call: { en: 'call of a tool', 'zh-CN': '调用工具' },
} as const satisfies Record<string, Words>

const options = { ...projectOption, ...jsonOption }
const named = [{ name: 'NAME', required: true }]

export const mcpList: Command = {
  command: 'mcp list',
  summary: { en: 'list the MCP servers of you and the project', 'zh-CN': '列出你和项目的 MCP 服务器' },
  arguments: [],
  options,
  run: (args, terminal) => withProject(args, terminal, async ({ rpc }) => printServers(await rpc.mcp.list({}), args, terminal)),
}

export const mcpStatus: Command = {
  command: 'mcp status',
  summary: { en: 'start the MCP servers and show which are ready, and why not', 'zh-CN': '启动 MCP 服务器，显示哪些可用、为什么不可用' },
  arguments: [],
  options,
  run: (args, terminal) => withProject(args, terminal, async ({ rpc }) => printServers(await rpc.mcp.status({}), args, terminal)),
}

export const mcpTools: Command = {
  command: 'mcp tools',
  summary: { en: "list an MCP server's tools", 'zh-CN': '列出一个 MCP 服务器的工具' },
  arguments: named,
  options,
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const tools = await allTools(rpc, nameOf(args))
      if (args.flag('json'))
        await writeJson(
          terminal.stdout,
          // A window lays the two texts side by side.
          tools.map((tool) => ({ ...tool, definition: undefined, before: undefined })),
        )
      else
        await writeList(
          terminal,
          tools.map(({ name, fullName, enabled, quarantined, reason, description }) => [
            fullName || name,
            quarantined ? (reason ?? '') : enabled ? (description.split('\n')[0] ?? '') : words.off[terminal.language],
          ]),
        )
      return EXIT.ok
    }),
}

/** Answers are portions; an empty one is the end. */
async function allTools(rpc: RpcClient, name: string): Promise<McpTool[]> {
  const all: McpTool[] = []
  for (;;) {
    const more = await rpc.mcp.tools({ name, from: all.length })
    if (more.length === 0) return all
    all.push(...more)
  }
}

export const mcpCall: Command = {
  command: 'mcp call',
  summary: { en: "call an MCP server's tool and print its answer", 'zh-CN': '调用 MCP 服务器的工具并显示结果' },
  arguments: [...named, { name: 'TOOL', required: true }, { name: 'JSON', required: false }],
  options,
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const given = readObject(args.positional(2) ?? '{}')
      const result = await rpc.mcp.call(
        { name: nameOf(args), tool: args.positional(1) ?? '', arguments: given },
        { signal: terminal.interrupted },
      )
      if (args.flag('json')) await writeJson(terminal.stdout, result)
      else await write(terminal.stdout, `${result.content.map(asText).join('\n')}\n`)
      return result.isError ? EXIT.failed : EXIT.ok
    }),
}

export const mcpTest: Command = {
  command: 'mcp test',
  summary: {
    en: 'start one MCP server anew, step by step, and show what it says',
    'zh-CN': '重新启动一个 MCP 服务器，逐步检查并显示它的输出',
  },
  arguments: named,
  options,
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const { server, steps } = await rpc.mcp.test({ name: nameOf(args) }, { signal: terminal.interrupted })
      const { log } = await rpc.mcp.log({ name: nameOf(args) })
      const { language } = terminal
      if (args.flag('json')) await writeJson(terminal.stdout, { ...asJson(server, language), steps, log })
      else await write(terminal.stdout, `${table(rows([server], language))}${stepLines(steps, language)}${log}`)
      return server.state === 'ready' && steps.every(({ ok }) => ok) ? EXIT.ok : EXIT.failed
    }),
}

export const mcpLogs: Command = {
  command: 'mcp logs',
  summary: {
    en: 'start one MCP server and print what it writes to standard error',
    'zh-CN': '启动一个 MCP 服务器，显示它写到标准错误的内容',
  },
  arguments: named,
  options,
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      await rpc.mcp.restart({ name: nameOf(args) })
      const told = await rpc.mcp.log({ name: nameOf(args) })
      if (args.flag('json')) await writeJson(terminal.stdout, told)
      else {
        const noise = told.noise === 0 ? '' : `${told.noise} ${words.noise[terminal.language]}: ${told.firstNoise}\n`
        await write(terminal.stdout, `${told.log}${noise}`)
      }
      return EXIT.ok
    }),
}

export const mcpAdd: Command = {
  command: 'mcp add',
  summary: { en: 'add an MCP server to your config.yaml', 'zh-CN': '把 MCP 服务器加到自己的 config.yaml' },
  arguments: [...named, { name: 'JSON', required: true }],
  options: projectOption,
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      await rpc.mcp.add({ name: nameOf(args), entry: withType(readObject(args.positional(1) ?? '')) })
      return EXIT.ok
    }),
}

/** Entries that servers' pages print often name no type: a command is started, an address is called. */
function withType(entry: Record<string, unknown>): Record<string, unknown> {
  if ('type' in entry || !('command' in entry || 'url' in entry)) return entry
  return { type: 'command' in entry ? 'stdio' : 'http', ...entry }
}

export const mcpRemove = changing(
  'mcp remove',
  { en: 'remove an MCP server from its file', 'zh-CN': '从配置文件里删掉一个 MCP 服务器' },
  (rpc, name) => rpc.mcp.remove({ name }),
)
export const mcpEnable = changing(
  'mcp enable',
  { en: 'switch an MCP server on in its file', 'zh-CN': '在配置文件里启用一个 MCP 服务器' },
  (rpc, name) => rpc.mcp.setEnabled({ name, enabled: true }),
)
export const mcpDisable = changing(
  'mcp disable',
  { en: 'switch an MCP server off in its file', 'zh-CN': '在配置文件里关闭一个 MCP 服务器' },
  (rpc, name) => rpc.mcp.setEnabled({ name, enabled: false }),
)

function changing(command: string, summary: Words, change: (rpc: RpcClient, name: string) => Promise<unknown>): Command {
  return {
    command,
    summary,
    arguments: named,
    options: projectOption,
    run: (args, terminal) =>
      withProject(args, terminal, async ({ rpc }) => {
        await change(rpc, nameOf(args))
        return EXIT.ok
      }),
  }
}

function nameOf(args: Arguments): string {
  return args.positional(0) ?? ''
}

async function printServers(servers: readonly McpServer[], args: Arguments, terminal: Terminal): Promise<number> {
  const { stdout, language } = terminal
  if (args.flag('json'))
    await writeJson(
      stdout,
      servers.map((server) => asJson(server, language)),
    )
  else await writeList(terminal, rows(servers, language))
  return EXIT.ok
}

function rows(servers: readonly McpServer[], language: Language): string[][] {
  return servers.map((server) => [
    server.name,
    server.type ?? '-',
    server.source,
    states[server.state][language],
    reasonOf(server, language) ?? (server.state === 'ready' ? `${server.tools} ${words.tools[language]}` : ''),
  ])
}

function stepLines(steps: readonly McpStep[], language: Language): string {
  return table(
    steps.map(({ step, ok, ms, problem }) => [
      `  ${words[step][language]}`,
      `${ms} ms`,
      problem ? errorText(problem.code, problem.params, language).what : ok ? '✓' : '✗',
    ]),
  )
}

function asJson(server: McpServer, language: Language) {
  const { problem: _, ...facts } = server
  return { ...facts, reason: reasonOf(server, language) }
}

function reasonOf({ problem }: McpServer, language: Language): string | null {
  return problem && errorText(problem.code, problem.params, language).what
}

function asText(block: unknown): string {
  const text = z.object({ type: z.literal('text'), text: z.string() }).safeParse(block)
  return text.success ? text.data.text : JSON.stringify(block)
}

function readObject(text: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch (cause) {
    throw new AppError('usage.bad_value', { params: { option: 'JSON', value: text.slice(0, 80), expected: '{"…": …}' }, cause })
  }
}
