import { resolve } from 'node:path'
import { EXIT, projectOption, type Command, type Terminal } from './command.ts'
import type { Words } from './language.ts'
import { write } from './output.ts'
import { aborted, readPort } from './serve.ts'

const words = {
  made: {
    en: 'Token, shown once and kept in the keychain from now on (--new-token makes another):',
    'zh-CN': '令牌，只显示这一次，之后存在钥匙串里（用 --new-token 换一个）：',
  },
  unkept: {
    en: 'Token, for this start only, since there is no keychain:',
    'zh-CN': '令牌，没有可用的钥匙串，只在这次启动内有效：',
  },
  kept: {
    en: 'The token is the one shown when it was made; --new-token makes another.',
    'zh-CN': '令牌沿用上次生成的；用 --new-token 换一个。',
  },
} as const satisfies Record<string, Words>

export const a2aServe: Command = {
  command: 'a2a serve',
  summary: { en: "offer the project's agents to A2A clients on this machine", 'zh-CN': '让本机的 A2A 客户端使用项目的 agent' },
  windsUp: true,
  arguments: [],
  options: {
    ...projectOption,
    port: { value: 'PORT', help: { en: 'a fixed port (default: any free one)', 'zh-CN': '固定端口（默认选空闲端口）' } },
    'new-token': { help: { en: 'make a new token; the old one is worth nothing then', 'zh-CN': '换一个新令牌，旧的随即失效' } },
  },
  run: (args, terminal) =>
    serveAgents(terminal, {
      project: resolve(terminal.cwd, args.text('project') ?? '.'),
      port: readPort(args),
      isNew: args.flag('new-token'),
    }),
}

/** Serves until SIGINT or SIGTERM; that is how it is meant to end, so the exit code is 0. */
async function serveAgents(
  terminal: Terminal,
  { project, port, isNew }: { project: string; port: number; isNew: boolean },
): Promise<number> {
  const [{ openHost }, { serverToken, startA2aServer }] = await Promise.all([import('./host.ts'), import('../a2a/server/index.ts')])
  const host = await openHost(terminal, { home: false }, 'serve')
  try {
    const { rpc } = await host.openProject(project)
    const { token, state } = await serverToken(host.keychain, { isNew })
    const onBug = (error: unknown): void => host.onBug(error, 'a2a')
    const server = await startA2aServer({ rpc, onEvent: host.onEvent, token, port, version: terminal.version, onBug })
    await write(terminal.stdout, `${server.cardUrl}\n`)
    // Beside the address, so that a pipe of it holds no secret.
    terminal.stderr.write(`${words[state][terminal.language]}\n${state === 'kept' ? '' : `${token}\n`}`)
    await aborted(terminal.interrupted)
    await server.close()
    return EXIT.ok
  } finally {
    await host.close()
  }
}
