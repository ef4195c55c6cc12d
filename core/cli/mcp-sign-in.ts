import { EXIT, projectOption, type Command } from './command.ts'
import type { Words } from './language.ts'
import { write } from './output.ts'
import { withProject } from './with-host.ts'

const words = {
  signedIn: { en: 'signed in', 'zh-CN': '已登录' },
  signedOut: { en: 'signed out', 'zh-CN': '已退出登录' },
} as const satisfies Record<string, Words>

const named = [{ name: 'NAME', required: true }]

export const mcpLogin: Command = {
  command: 'mcp login',
  summary: { en: 'sign in to an MCP server in the browser', 'zh-CN': '在浏览器里登录一个 MCP 服务器' },
  arguments: named,
  options: {
    ...projectOption,
    scopes: {
      value: 'LIST',
      help: { en: 'ask for these rights only, separated by commas', 'zh-CN': '只请求这些权限，用逗号分隔' },
    },
  },
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const name = args.positional(0) ?? ''
      const scopes = args
        .text('scopes')
        ?.split(',')
        .map((scope) => scope.trim())
      await rpc.mcpSignIn.login({ name, ...(scopes && { scopes: scopes.filter(Boolean) }) }, { signal: terminal.interrupted })
      await write(terminal.stdout, `${name}  ${words.signedIn[terminal.language]}\n`)
      return EXIT.ok
    }),
}

export const mcpLogout: Command = {
  command: 'mcp logout',
  summary: { en: 'sign out of an MCP server and forget its tokens', 'zh-CN': '退出一个 MCP 服务器的登录，并删除令牌' },
  arguments: named,
  options: projectOption,
  run: (args, terminal) =>
    withProject(args, terminal, async ({ rpc }) => {
      const name = args.positional(0) ?? ''
      await rpc.mcpSignIn.logout({ name })
      await write(terminal.stdout, `${name}  ${words.signedOut[terminal.language]}\n`)
      return EXIT.ok
    }),
}
