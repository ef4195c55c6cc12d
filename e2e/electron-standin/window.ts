import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type * as Electron from 'electron'
import { StandInContents, type Browser } from './contents.ts'
import { honest } from './honest.ts'
import { askedPermissions } from './session.ts'
import type { WindowFacts } from './wire.ts'

interface Made {
  readonly browser: Browser
  readonly open: StandInWindow[]
  whenAllClosed(): void
}
let made: Made | undefined
let lastId = 0

/** The screen windows are put on; once, before the first. */
export function putWindowsOn(given: Made): void {
  made = given
}

export class StandInWindow extends EventEmitter {
  readonly id = ++lastId
  readonly contents: StandInContents
  readonly webContents: StandInContents
  readonly facts: WindowFacts
  readonly #made: Made
  #destroyed = false

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super()
    if (!made) throw new Error('A window before the app was ready')
    this.#made = made
    const { x = 100, y = 100, width = 800, height = 600, webPreferences } = options
    const bounds = { x, y, width, height }
    this.facts = { id: this.id, url: '', visible: options.show !== false, focused: 0, bounds, maximized: false, webPreferences }
    this.contents = new StandInContents(made.browser, this.id)
    this.webContents = honest('webContents', this.contents)
    made.open.push(this)
    return honest('BrowserWindow', this)
  }

  async loadURL(url: string): Promise<void> {
    const { browser } = this.#made
    const preload = readFileSync(this.facts.webPreferences ? preloadOf(this.facts.webPreferences) : '', 'utf8')
    await browser.openPage({ window: this.id, preload, origin: url, permissions: askedPermissions(url) })
    this.contents.started(url)
    await browser.load(this.id, url)
    this.emit('ready-to-show')
  }

  show(): void {
    this.facts.visible = true
  }

  focus(): void {
    this.facts.focused += 1
    this.emit('focus')
  }

  isFocused(): boolean {
    return this.#made.open.toSorted((a, b) => b.facts.focused - a.facts.focused)[0]?.id === this.id
  }

  isMinimized(): boolean {
    return false
  }

  restore(): void {
    this.show()
  }

  maximize(): void {
    this.show()
    this.facts.maximized = true
  }

  isMaximized(): boolean {
    return this.facts.maximized
  }

  getNormalBounds(): Electron.Rectangle {
    return { ...this.facts.bounds }
  }

  move(bounds: Electron.Rectangle): void {
    this.facts.bounds = bounds
    this.emit('move')
    this.emit('resize')
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  close(): void {
    let prevented = false
    this.emit('close', { preventDefault: () => (prevented = true) })
    if (!prevented) this.destroy()
  }

  destroy(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    const { open, browser, whenAllClosed } = this.#made
    open.splice(
      open.findIndex(({ id }) => id === this.id),
      1,
    )
    this.contents.destroy()
    this.emit('closed')
    void browser.closePage(this.id)
    if (open.length === 0) whenAllClosed()
  }
}

StandInWindow.prototype satisfies Pick<
  Electron.BrowserWindow,
  | 'loadURL'
  | 'show'
  | 'focus'
  | 'isFocused'
  | 'isMinimized'
  | 'restore'
  | 'maximize'
  | 'isMaximized'
  | 'getNormalBounds'
  | 'isDestroyed'
  | 'close'
  | 'destroy'
>

function preloadOf(preferences: unknown): string {
  return (preferences as Electron.WebPreferences).preload ?? ''
}
