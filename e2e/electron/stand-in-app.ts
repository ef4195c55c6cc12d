import type { Browser, Page } from '@playwright/test'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MessageBoxOptions } from 'electron'
import type { RpcConnection } from '../../core/contract/client.ts'
import { Screen } from '../electron-standin/browser/screen.ts'
import type { WindowFacts } from '../electron-standin/wire.ts'
import { desktopEnvironment, type DesktopApp, type LaunchOptions } from './desktop-app.ts'
import { connectPage } from './page-client.ts'

const ROOT = join(import.meta.dirname, '../..')

interface StandInOptions extends LaunchOptions {
  /** The folder that holds `out/`; else this checkout. */
  readonly root?: string
}

/** The built desktop app, running in Node over the Electron stand-in and a real Chromium, with a home of its own. */
export class StandInApp implements DesktopApp {
  readonly home: string
  output = ''
  readonly #child: ChildProcess
  readonly #screen: Screen
  readonly #ended: Promise<number | null>

  static async start(browser: Browser, options: StandInOptions = {}): Promise<StandInApp> {
    return new StandInApp(options.home ?? (await mkdtemp(join(tmpdir(), 'mewcode-desktop-'))), browser, options)
  }

  private constructor(home: string, browser: Browser, { argv = [], env = {}, bare = false, root = ROOT }: StandInOptions) {
    this.home = home
    this.#child = fork(join(root, 'out/main/main.js'), argv, {
      execArgv: ['--import', join(ROOT, 'e2e/electron-standin/register.ts')],
      env: desktopEnvironment(home, env),
      serialization: 'advanced',
      silent: true,
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text))
    const wire = {
      // A page that closes still speaks: what reaches an app that has just gone is lost, and its end is told by `close`.
      send: (message: unknown) => void (this.#child.connected && this.#child.send(message as object, () => undefined)),
      onMessage: (listener: (message: unknown) => void) => void this.#child.on('message', listener),
    }
    this.#screen = new Screen(browser, wire, { bare })
    this.#ended = once(this.#child, 'close').then(([code]) => code as number | null)
  }

  /** The app's process, as the person at the screen and the system speak to it. */
  get app(): Screen['app'] {
    return this.#screen.app
  }

  async shown(): Promise<WindowFacts[]> {
    return (await this.app.windows()).filter(({ visible, url }) => visible && url !== '')
  }

  async page(index: number): Promise<Page> {
    return (await this.window(index)).page
  }

  async window(index: number): Promise<ReturnType<Screen['at']>> {
    for (;;) {
      const windows = await Promise.race([this.shown(), this.#ended])
      if (windows === null || typeof windows === 'number') throw new Error(`The app ended with ${windows}: ${this.output}`)
      const window = windows[index]
      if (window) return this.#screen.at(window.id)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async connect(index: number): Promise<RpcConnection> {
    return await connectPage(await this.page(index))
  }

  async drop(index: number, paths: readonly string[], at: { x: number; y: number }): Promise<void> {
    await (await this.window(index)).drop(paths, at)
  }

  async startAgain(args: readonly string[]): Promise<void> {
    // Chromium puts its own switches before every other word.
    await this.app.emitApp('second-instance', ['electron', '--secure-schemes=mewcode-app', 'app', ...args], '/')
  }

  async handOver(event: 'open-file' | 'open-url', value: string): Promise<void> {
    await this.app.emitApp(event, value)
  }

  press(buttons: readonly number[]): Promise<void> {
    return this.app.press([...buttons])
  }

  boxes(): Promise<MessageBoxOptions[]> {
    return this.app.boxes()
  }

  openedOutside(): Promise<string[]> {
    return this.app.openedOutside()
  }

  menuIds(): Promise<string[]> {
    return this.app.menuIds()
  }

  menu(id: string): Promise<void> {
    return this.app.menu(id)
  }

  async status(url: string): Promise<number> {
    return (await this.app.protocol({ url, method: 'GET', headers: {}, body: undefined })).status
  }

  quit(): void {
    // The answer is lost with the process that gives it.
    void this.app.quit().catch(() => undefined)
  }

  ended(): Promise<number | null> {
    return this.#ended
  }

  async remove({ keepHome = false } = {}): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
    await this.#screen.close()
    if (!keepHome) await rm(this.home, { recursive: true, force: true, maxRetries: 5 })
  }
}
