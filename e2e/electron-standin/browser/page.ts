import type { BrowserContext, CDPSession, Page, Route } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { unpack } from '../pack.ts'
import type { AppSide } from '../wire.ts'
import { toChromium, toElectron } from './addresses.ts'
import { PRELOAD_WORLD, TO_HOST, pageWorld, preloadWorld } from './worlds.ts'

type App = { [K in keyof AppSide]: (...args: Parameters<AppSide[K]>) => Promise<Awaited<ReturnType<AppSide[K]>>> }

/** One window's page in the real Chromium, the built preload in a world of its own beside it. */
export class StandInPage {
  readonly page: Page
  readonly window: number
  readonly #app: App
  readonly #cdp: CDPSession
  #document = 0
  #world: number | undefined
  /** The host began this navigation itself: no guard is asked. */
  #hostLoads = false

  static async open(context: BrowserContext, app: App, { window, preload }: { window: number; preload: string }): Promise<StandInPage> {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    const opened = new StandInPage(page, cdp, app, window)
    await opened.#prepare(preload)
    return opened
  }

  private constructor(page: Page, cdp: CDPSession, app: App, window: number) {
    this.page = page
    this.window = window
    this.#cdp = cdp
    this.#app = app
  }

  async #prepare(preload: string): Promise<void> {
    const cdp = this.#cdp
    const secret = randomUUID()
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return
      void this.#app.navigated(this.window, toElectron(frame.url), ++this.#document)
    })
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === PRELOAD_WORLD) this.#world = context.id
    })
    cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name !== TO_HOST) return
      const { channel, value } = JSON.parse(payload) as { channel: string; value: unknown }
      void this.#app.ipc({ window: this.window, document: this.#document, channel, value: unpack(value) })
    })
    cdp.on('Page.windowOpen', ({ url }) => void this.#app.openWindow(this.window, toElectron(url)))
    this.page.on('load', () => void this.#app.finished(this.window))
    this.page.on('popup', (popup) => void popup.close().catch(() => undefined))
    this.page.on('crash', () => void this.#app.pageGone(this.window, 'crashed'))
    // Chromium takes them in this order; only the last answer is waited for.
    await Promise.all([
      cdp.send('Page.enable'),
      cdp.send('Runtime.enable'),
      cdp.send('Runtime.addBinding', { name: TO_HOST, executionContextName: PRELOAD_WORLD }),
      cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: pageWorld(secret) }),
      cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: preloadWorld(secret, preload), worldName: PRELOAD_WORLD }),
    ])
  }

  async load(url: string): Promise<void> {
    this.#hostLoads = true
    await this.page.goto(toChromium(url))
  }

  async reload(): Promise<void> {
    this.#hostLoads = true
    await this.page.reload()
  }

  /** Whether a document may be fetched for a frame of this page. */
  async mayNavigate(route: Route): Promise<boolean> {
    const request = route.request()
    const isMainFrame = request.frame() === this.page.mainFrame()
    if (isMainFrame && this.#hostLoads) {
      this.#hostLoads = false
      return true
    }
    return await this.#app.mayNavigate({ window: this.window, url: toElectron(request.url()), isMainFrame })
  }

  async deliver(channel: string, packed: unknown): Promise<void> {
    // Between two documents there is nobody to hear it, as in Electron.
    await this.inPreload(`standInDeliver(${JSON.stringify(channel)}, ${JSON.stringify(packed)})`).catch(() => undefined)
  }

  /** Runs an expression in the preload's world. */
  async inPreload(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.#cdp.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      ...(this.#world !== undefined && { contextId: this.#world }),
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  /** The person drags files of the disk over the window and lets them go at this point of it. */
  async drop(paths: readonly string[], at: { x: number; y: number }): Promise<void> {
    const files = await Promise.all(
      paths.map(async (path) => {
        const { size, mtimeMs } = await stat(path)
        return { name: basename(path), size, lastModified: Math.floor(mtimeMs), path }
      }),
    )
    await this.inPreload(`standInDropped(${JSON.stringify(files)})`)
    const data = { items: [], files: [...paths], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await this.#cdp.send('Input.dispatchDragEvent', { type, ...at, data })
  }

  async crash(): Promise<void> {
    await this.#cdp.send('Page.crash').catch(() => undefined)
  }
}
