import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RpcConnection } from '../../core/contract/client.ts'
import { desktopEnvironment, type AskedBox, type DesktopApp, type LaunchOptions, type OpenWindow } from './desktop-app.ts'
import { connectPage } from './page-client.ts'

const ROOT = join(import.meta.dirname, '../..')
/** An address of ours that is nothing: a document with the preload and without a script. */
const BARE = 'mewcode-app://app/bare'

/** What a person does and sees outside of the windows, kept in the app's process by `standIn`. */
interface Person {
  readonly boxes: AskedBox[]
  readonly presses: number[]
  readonly outside: string[]
}

/** The built desktop app in the real Electron. */
export class RealApp implements DesktopApp {
  readonly home: string
  output = ''
  readonly #electron: ElectronApplication
  readonly #program: string
  readonly #env: Record<string, string>
  readonly #bare: boolean
  readonly #ended: Promise<number | null>

  static async launch(program: string, { argv = [], env = {}, bare = false, home: given }: LaunchOptions = {}): Promise<RealApp> {
    const home = given ?? (await mkdtemp(join(tmpdir(), 'mewcode-desktop-')))
    // The lock of a single instance lies in the configuration's folder.
    const own = desktopEnvironment(home, { XDG_CONFIG_HOME: join(home, '.config'), ...env })
    const electron = await _electron.launch({
      executablePath: program,
      args: [ROOT, ...argv],
      env: own,
      chromiumSandbox: !isRoot(),
    })
    const app = new RealApp({ home, electron, program, env: own, bare })
    await app.#takePerson()
    return app
  }

  private constructor(of: { home: string; electron: ElectronApplication; program: string; env: Record<string, string>; bare: boolean }) {
    this.home = of.home
    this.#electron = of.electron
    this.#program = of.program
    this.#env = of.env
    this.#bare = of.bare
    const child = of.electron.process()
    this.#ended = once(child, 'exit').then(([code]) => code as number | null)
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => (this.output += bytes.toString()))
  }

  /** Boxes are the system's and the browser is the person's: neither may come up in a test. */
  async #takePerson(): Promise<void> {
    await this.#electron.evaluate(({ dialog, shell }) => {
      const person: Person = { boxes: [], presses: [], outside: [] }
      Reflect.set(globalThis, 'person', person)
      Reflect.set(dialog, 'showMessageBox', async (...args: unknown[]) => {
        person.boxes.push(args.at(-1) as AskedBox)
        return { response: person.presses.shift() ?? 0, checkboxChecked: false }
      })
      Reflect.set(shell, 'openExternal', async (url: string) => void person.outside.push(url))
    })
  }

  shown(): Promise<OpenWindow[]> {
    return this.#electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .filter((window) => window.isVisible())
        .map((window) => ({ id: window.id, url: window.webContents.getURL() }))
        .toSorted((a, b) => a.id - b.id),
    )
  }

  async page(index: number): Promise<Page> {
    for (;;) {
      const window = (await this.shown())[index]
      for (const page of window ? this.#electron.windows() : []) if ((await this.#idOf(page)) === window?.id) return page
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async #idOf(page: Page): Promise<number> {
    const window = await this.#electron.browserWindow(page)
    return await window.evaluate(({ id }) => id)
  }

  async connect(index: number): Promise<RpcConnection> {
    const page = await this.page(index)
    if (this.#bare) await page.goto(BARE)
    return await connectPage(page)
  }

  async drop(index: number, paths: readonly string[], at: { x: number; y: number }): Promise<void> {
    const page = await this.page(index)
    const cdp = await page.context().newCDPSession(page)
    const data = { items: [], files: [...paths], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await cdp.send('Input.dispatchDragEvent', { type, ...at, data })
    await cdp.detach()
  }

  async startAgain(args: readonly string[]): Promise<void> {
    const flags = isRoot() ? ['--no-sandbox'] : []
    const second = spawn(this.#program, [ROOT, ...args, ...flags], { env: this.#env, stdio: 'ignore' })
    await once(second, 'exit')
  }

  async handOver(event: 'open-file' | 'open-url', value: string): Promise<void> {
    await this.#electron.evaluate(({ app }, [name, given]) => Reflect.apply(app.emit, app, [name, { preventDefault() {} }, given]), [
      event,
      value,
    ] as const)
  }

  async press(buttons: readonly number[]): Promise<void> {
    await this.#electron.evaluate((_, pressed) => void (Reflect.get(globalThis, 'person') as Person).presses.push(...pressed), buttons)
  }

  boxes(): Promise<AskedBox[]> {
    return this.#electron.evaluate(() => (Reflect.get(globalThis, 'person') as Person).boxes)
  }

  openedOutside(): Promise<string[]> {
    return this.#electron.evaluate(() => (Reflect.get(globalThis, 'person') as Person).outside)
  }

  menuIds(): Promise<string[]> {
    return this.#electron.evaluate(({ Menu }) => {
      const items = (menu: Electron.Menu | null | undefined): Electron.MenuItem[] =>
        (menu?.items ?? []).flatMap((item) => [item, ...items(item.submenu)])
      return items(Menu.getApplicationMenu()).flatMap(({ id }) => (id ? [id] : []))
    })
  }

  async menu(id: string): Promise<void> {
    await this.#electron.evaluate(({ Menu }, wanted) => {
      const item = Menu.getApplicationMenu()?.getMenuItemById(wanted)
      if (!item) throw new Error(`The menu has no ${wanted} to choose`)
      item.click()
    }, id)
  }

  status(url: string): Promise<number> {
    return this.#electron.evaluate(async ({ net }, address) => (await net.fetch(address)).status, url)
  }

  quit(): void {
    // The answer is lost with the process that gives it.
    void this.#electron.evaluate(({ app }) => app.quit()).catch(() => undefined)
  }

  ended(): Promise<number | null> {
    return this.#ended
  }

  async remove({ keepHome = false } = {}): Promise<void> {
    this.#electron.process().kill('SIGKILL')
    await this.#ended
    if (!keepHome) await rm(this.home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Chromium's sandbox does not start for the system's root. */
function isRoot(): boolean {
  return process.getuid?.() === 0
}
