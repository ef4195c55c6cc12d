import type { Browser, BrowserContext, Route } from '@playwright/test'
import { createPeer, type Wire } from '../peer.ts'
import type { AppSide, BrowserSide } from '../wire.ts'
import { toChromium, toElectron } from './addresses.ts'
import { StandInPage } from './page.ts'
import { PERMISSIONS } from './permissions.ts'

type App = ReturnType<typeof createPeer<AppSide>>

/** The Chromium side of one app: its session is a browser context, its windows are pages of it. */
export class Screen {
  readonly app: App
  readonly #pages = new Map<number, StandInPage>()
  readonly #browser: Browser
  readonly #bare: boolean
  readonly #session: Promise<BrowserContext>

  /** `bare`: pages get no script of ours, so that a test's own client has the bridge to itself. */
  constructor(browser: Browser, wire: Wire, { bare }: { bare: boolean }) {
    this.#browser = browser
    this.#bare = bare
    // As in Electron the session is there before the first window is.
    this.#session = this.#newSession()
    this.#session.catch(() => undefined)
    this.app = createPeer<AppSide>(wire, {
      openPage: (page) => this.#open(page),
      load: (window, url) => this.at(window).load(url),
      reload: (window) => this.at(window).reload(),
      deliver: (window, channel, value) => this.#pages.get(window)?.deliver(channel, value) ?? Promise.resolve(),
      closePage: (window) => this.#close(window),
    } satisfies BrowserSide)
  }

  at(window: number): StandInPage {
    const page = this.#pages.get(window)
    if (!page) throw new Error(`There is no page of window ${window}`)
    return page
  }

  async close(): Promise<void> {
    await this.#session.then((context) => context.close()).catch(() => undefined)
  }

  async #open({ window, preload, origin, permissions }: Parameters<BrowserSide['openPage']>[0]): Promise<void> {
    const context = await this.#session
    // What the app's own check handler grants its origin; Chromium refuses the rest.
    const granted = Object.entries(PERMISSIONS).flatMap(([name, chromium]) => (permissions[name] ? chromium : []))
    const [page] = await Promise.all([
      StandInPage.open(context, this.app, { window, preload }),
      context.grantPermissions(granted, { origin: new URL(toChromium(origin)).origin }),
    ])
    this.#pages.set(window, page)
  }

  async #newSession(): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 } })
    await context.route('**/*', (route) => this.#answer(route).catch(() => undefined))
    return context
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request()
    const isDocument = request.isNavigationRequest()
    const owner = [...this.#pages.values()].find(({ page }) => page === request.frame().page())
    // A page the app did not make: a popup, which nobody allows.
    if (!owner || (isDocument && !(await owner.mayNavigate(route)))) return await route.abort('aborted')
    const url = toElectron(request.url())
    if (url === request.url()) return await route.abort('internetdisconnected')
    if (this.#bare && url.endsWith('.js')) return await route.fulfill({ status: 404 })
    const { status, headers, body } = await this.app.protocol({
      url,
      method: request.method(),
      headers: request.headers(),
      body: request.postDataBuffer() ?? undefined,
    })
    await route.fulfill({ status, headers, body: Buffer.from(body) })
  }

  async #close(window: number): Promise<void> {
    const page = this.#pages.get(window)
    this.#pages.delete(window)
    await page?.page.close().catch(() => undefined)
  }
}
