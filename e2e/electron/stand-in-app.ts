import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type RpcConnection } from '../../core/contract/client.ts'
import type { HostFrame } from '../../core/contract/frames.ts'
import type { Order, WindowFacts } from '../electron-standin/driver.ts'

const ROOT = join(import.meta.dirname, '../..')

type Answer = { id: number; value: unknown } | { id: number; error: string }

/** The built desktop app, running in Node over the Electron stand-in, with a home of its own. */
export class StandInApp {
  readonly home: string
  output = ''
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  readonly #ended: Promise<number | null>
  #lastId = 0

  static async start(folders: readonly string[] = []): Promise<StandInApp> {
    return new StandInApp(await mkdtemp(join(tmpdir(), 'mewcode-desktop-')), folders)
  }

  private constructor(home: string, folders: readonly string[]) {
    this.home = home
    this.#child = fork(join(ROOT, 'out/main/main.js'), folders, {
      execArgv: ['--import', join(ROOT, 'e2e/electron-standin/register.ts')],
      env: {
        ...process.env,
        HOME: home,
        MEWCODE_HOME: join(home, '.mewcode'),
        ANTHROPIC_API_KEY: '',
        OPENAI_API_KEY: '',
        OLLAMA_HOST: '127.0.0.1:9',
      },
      silent: true,
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text))
    this.#child.on('message', (answer) => this.#settle(answer as Answer))
    this.#ended = once(this.#child, 'close').then(([code]) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`The app ended with ${code}:\n${this.output}`))
      return code as number | null
    })
  }

  get pid(): number {
    return this.#child.pid!
  }

  async order(order: Order): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.set(++this.#lastId, answer)
    this.#child.send({ id: this.#lastId, order })
    return await answer.promise
  }

  async windows(): Promise<WindowFacts[]> {
    return (await this.order({ do: 'windows' })) as WindowFacts[]
  }

  /** A client in the place of the page's own script: it talks through the bridge that the built preload exposed. */
  async connect(window: number): Promise<RpcConnection> {
    await this.#evaluate(window, '(window.got = [], window.stop = window.mewcode.onFrame((frame) => window.got.push(frame)), true)')
    const listeners = new Set<(frame: HostFrame) => void>()
    let isOpen = true
    void this.#read(window, listeners, () => isOpen)
    const client = createClient(
      {
        send: (frame) => void this.#evaluate(window, `(window.mewcode.send(${JSON.stringify(frame)}), true)`),
        onFrame: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
        onClose: () => () => undefined,
        close: () => (isOpen = false),
      },
      { hello: { appVersion: 'test' } },
    )
    await client.ready
    return client
  }

  async #read(window: number, listeners: ReadonlySet<(frame: HostFrame) => void>, isOpen: () => boolean): Promise<void> {
    while (isOpen()) {
      const frames = (await this.#evaluate(window, 'window.got?.splice(0) ?? null').catch(() => null)) as HostFrame[] | null
      if (frames === null) return
      for (const frame of frames) for (const listener of listeners) listener(frame)
    }
  }

  async #evaluate(window: number, expression: string): Promise<unknown> {
    return await this.order({ do: 'evaluate', window, expression })
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if ('error' in answer) waiting?.reject(new Error(answer.error))
    else waiting?.resolve(answer.value)
  }

  /** The exit code once the app is gone. */
  ended(): Promise<number | null> {
    return this.#ended
  }

  async remove(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
    await rm(this.home, { recursive: true, force: true, maxRetries: 5 })
  }
}
