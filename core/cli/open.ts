import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EXIT, type Command, type Terminal } from './command.ts'
import { serveUntilStopped } from './serve.ts'
import type { Words } from './language.ts'

/** The product's root: this file and its built form lie two folders below. */
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')

const words = {
  missing: {
    en: 'Electron is not installed here (`npm start -- --electron` fetches it), so MewCode opens in the browser.',
    'zh-CN': '这里没有安装 Electron（`npm start -- --electron` 会下载），改用浏览器打开。',
  },
  noWindow: {
    en: 'No desktop window can be shown from here, so MewCode opens in the browser.',
    'zh-CN': '这里显示不了桌面窗口，改用浏览器打开。',
  },
} as const satisfies Record<string, Words>

export const open: Command = {
  command: '',
  summary: { en: 'open the app, on a folder if one is given', 'zh-CN': '打开应用；给了文件夹就打开它' },
  windsUp: true,
  arguments: [{ name: 'FOLDER', required: false }],
  options: {},
  async run(args, terminal) {
    const folder = args.positional(0)
    const project = folder === undefined ? undefined : resolve(terminal.cwd, folder)
    // Before anything is said of a window.
    if (project !== undefined) await (await import('../workspace/index.ts')).openFolder(project)
    const electron = canShowWindow(terminal) ? await electronProgram() : undefined
    if (electron !== undefined) return runElectron(electron, project, terminal)
    const reason = canShowWindow(terminal) ? words.missing : words.noWindow
    terminal.stderr.write(`${reason[terminal.language]}\n`)
    return serveUntilStopped(terminal, { project, port: 0, isOpened: true })
  },
}

/** Electron starts as root only without its sandbox, which we do not give up. */
function canShowWindow({ env }: Terminal): boolean {
  if (process.platform !== 'linux') return true
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']) && process.getuid?.() !== 0
}

async function electronProgram(): Promise<string | undefined> {
  const folder = join(ROOT, 'node_modules/electron')
  const name = await readFile(join(folder, 'path.txt'), 'utf8').catch(() => undefined)
  const program = name === undefined ? undefined : join(folder, 'dist', name)
  return program !== undefined && existsSync(program) ? program : undefined
}

async function runElectron(command: string, project: string | undefined, terminal: Terminal): Promise<number> {
  const { startProcess } = await import('../platform/processes.ts')
  const env = Object.fromEntries(Object.entries(terminal.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  const app = await startProcess({
    command,
    args: project === undefined ? [ROOT] : [ROOT, project],
    cwd: terminal.cwd,
    env,
    onOutput: (_, chunk) => void terminal.stderr.write(chunk),
  })
  terminal.interrupted.addEventListener('abort', () => void app.stop(), { once: true })
  const { code } = await app.ended
  return terminal.interrupted.aborted ? EXIT.ok : (code ?? EXIT.failed)
}
