import type { Browser, Page } from '@playwright/test'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type RpcConnection } from '../../core/contract/client.ts'
import type { HostFrame } from '../../core/contract/frames.ts'
import { Screen } from '../electron-standin/browser/screen.ts'
import type { WindowFacts } from '../electron-standin/wire.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface StandInOptions {
  readonly argv?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Pages get no script of ours, so that `connect` has the bridge to itself. */
  readonly bare?: boolean
  /** A home that another app left. */
  readonly home?: string
}

/** The built desktop app, running in Node over the Electron stand-in and a real Chromium, with a home of its own. */
export class StandInApp {
  readonly home: string
  output = ''
  readonly #child: ChildProcess
  readonly #screen: Screen
  readonly #ended: Promise<number | null>

  static async start(browser: Browser, options: StandInOptions = {}): Promise<StandInApp> {
    return new StandInApp(options.home ?? (await mkdtemp(join(tmpdir(), 'mewcode-desktop-'))), browser, options)
  }

  private constructor(home: string, browser: Browser, { argv = [], env = {}, bare = false }: StandInOptions) {
    this.home = home
    this.#child = fork(join(ROOT, 'out/main/main.js'), argv, {
      execArgv: ['--import', join(ROOT, 'e2e/electron-standin/register.ts')],
      env: {
        ...process.env,
        HOME: home,
        MEWCODE_HOME: join(home, '.mewcode'),
        ANTHROPIC_API_KEY: '',
        OPENAI_API_KEY: '',
        OLLAMA_HOST: '127.0.0.1:9',
        ...env,
      },
      serialization: 'advanced',
      silent: true,
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text))
    const wire = {
      send: (message: unknown) => void (this.#child.connected && this.#child.send(message as object)),
      onMessage: (listener: (message: unknown) => void) => void this.#child.on('message', listener),
    }
    this.#screen = new Screen(browser, wire, { bare })
    this.#ended = once(this.#child, 'close').then(([code]) => code as number | null)
  }

  get pid(): number {
    return this.#child.pid!
  }

  /** The app's process, as the person at the screen and the system speak to it. */
  get app(): Screen['app'] {
    return this.#screen.app
  }

  /** Windows that are on the screen. */
  async shown(): Promise<WindowFacts[]> {
    return (await this.app.windows()).filter(({ visible, url }) => visible && url !== '')
  }

  /** The page of the window opened as the `index`th, once it is shown. */
  async page(index: number): Promise<Page> {
    return (await this.window(index)).page
  }

  async window(index: number): Promise<ReturnType<Screen['at']>> {
    for (;;) {
      const window = (await this.shown())[index]
      if (window) return this.#screen.at(window.id)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** A client in the place of the page's own script: it talks through the bridge that the built preload exposed. */
  async connect(index: number): Promise<RpcConnection> {
    const page = await this.page(index)
    const listeners = new Set<(frame: HostFrame) => void>()
    const name = `got${Math.random().toString(36).slice(2)}`
    await page.exposeFunction(name, (frame: HostFrame) => {
      for (const listener of listeners) listener(frame)
    })
    await page.evaluate((got) => void window.mewcode!.onFrame((frame) => (Reflect.get(window, got) as (one: unknown) => void)(frame)), name)
    const client = createClient(
      {
        send: (frame) => void page.evaluate((one) => window.mewcode!.send(one), frame).catch(() => undefined),
        onFrame: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
        onClose: () => () => undefined,
        close: () => undefined,
      },
      { hello: { appVersion: 'test' } },
    )
    await client.ready
    return client
  }

  /** The exit code once the app is gone. */
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
