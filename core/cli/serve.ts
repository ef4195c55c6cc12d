import { join, resolve } from 'node:path'
import { AppError } from '../contract/errors.ts'
import type { Arguments } from './arguments.ts'
import { EXIT, type Command, type Terminal } from './command.ts'
import { write } from './output.ts'

export const serve: Command = {
  command: 'serve',
  summary: { en: 'serve the app to a browser on this machine', 'zh-CN': '在本机的浏览器里使用' },
  windsUp: true,
  arguments: [],
  options: {
    project: {
      value: 'DIR',
      help: { en: 'the project folder (default: none, it begins at Home)', 'zh-CN': '项目文件夹（默认没有，从首页开始）' },
    },
    port: { value: 'PORT', help: { en: 'a fixed port (default: any free one)', 'zh-CN': '固定端口（默认选空闲端口）' } },
    open: { help: { en: 'open the page too', 'zh-CN': '同时打开页面' } },
  },
  run: (args, terminal) =>
    serveUntilStopped(terminal, { project: args.text('project'), port: readPort(args), isOpened: args.flag('open') }),
}

export interface ServeRequest {
  readonly project: string | undefined
  readonly port: number
  readonly isOpened: boolean
}

/** Serves until SIGINT or SIGTERM; that is how it is meant to end, so the exit code is 0. */
export async function serveUntilStopped(terminal: Terminal, { project, port, isOpened }: ServeRequest): Promise<number> {
  const [{ openHost }, { startServe }] = await Promise.all([import('./host.ts'), import('../serve/index.ts')])
  const host = await openHost(terminal, { home: project === undefined }, 'serve')
  try {
    const serving = await startServe({
      core: host.core,
      rendererDir: join(host.resources, '../out/renderer'),
      appVersion: terminal.version,
      port,
      project: project === undefined ? undefined : resolve(terminal.cwd, project),
      onBug: host.onBug,
    })
    await write(terminal.stdout, `${serving.url}\n`)
    const page = isOpened ? await openInBrowser(serving.oneTimeLink, terminal) : undefined
    await aborted(terminal.interrupted)
    await Promise.all([serving.close(), page?.close()])
    return EXIT.ok
  } finally {
    await host.close()
  }
}

async function openInBrowser(link: () => string, { env, stderr, language }: Terminal) {
  const { openPage } = await import('../platform/open-page.ts')
  const page = await openPage(link, env)
  if (!page)
    stderr.write(
      language === 'zh-CN' ? '这里不能打开浏览器；用上面的链接。\n' : 'No browser can be opened from here; use the link above.\n',
    )
  return page
}

export function readPort(args: Arguments): number {
  const text = args.text('port') ?? '0'
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Infinity
  if (port > 65_535) throw new AppError('usage.bad_value', { params: { option: '--port', value: text, expected: '0 … 65535' } })
  return port
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
