import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { honest } from './honest.ts'
import { openPage, type Page } from './page.ts'
import { answerProtocol } from './protocol.ts'

type WindowOpen = (details: { url: string }) => { action: string }

interface Frame {
  readonly url: string
}

/** A web page's host side: loads through the app's own protocol, runs the built preload, carries frames as copies and later. */
class StandInContents extends EventEmitter {
  readonly ipc = honest('webContents.ipc', new EventEmitter())
  mainFrame: Frame = { url: '' }
  page: Page | undefined
  /** What the app answered for the page itself. */
  html = ''
  readonly #preload: string
  #destroyed = false
  #openHandler: WindowOpen = () => ({ action: 'allow' })

  constructor(preload: string) {
    super()
    this.#preload = preload
  }

  async load(url: string): Promise<void> {
    this.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: false })
    const response = await answerProtocol(url)
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    this.html = await response.text()
    const frame = { url }
    this.mainFrame = frame
    this.emit('did-navigate', {}, url)
    this.page = openPage(this.#preload, (channel, value) => {
      setImmediate(() => this.ipc.emit(channel, { sender: this, senderFrame: this.mainFrame === frame ? frame : null }, value))
    })
    this.emit('did-finish-load')
  }

  /** What a click on a link in the page does. */
  async follow(url: string): Promise<boolean> {
    let refused = false
    this.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: false })
    this.emit('will-navigate', { url, isMainFrame: true, preventDefault: () => (refused = true) })
    if (!refused) await this.load(url)
    return !refused
  }

  /** What `window.open` in the page does. */
  open(url: string): string {
    return this.#openHandler({ url }).action
  }

  send(channel: string, value: unknown): void {
    const copy = structuredClone(value)
    const { page } = this
    setImmediate(() => page?.deliver(channel, copy))
  }

  setWindowOpenHandler(handler: WindowOpen): void {
    this.#openHandler = handler
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  destroy(): void {
    this.#destroyed = true
    this.page = undefined
    this.emit('destroyed')
  }
}

const open: StandInWindow[] = []
let onAllClosed: () => void = () => undefined

/** Windows in the order they were made. */
export function openWindows(): readonly StandInWindow[] {
  return open
}

export function whenAllClosed(listener: () => void): void {
  onAllClosed = listener
}

export class StandInWindow extends EventEmitter {
  readonly contents: StandInContents
  readonly webContents: StandInContents
  readonly options: Electron.BrowserWindowConstructorOptions
  visible: boolean

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super()
    this.options = options
    this.visible = options.show !== false
    this.contents = new StandInContents(options.webPreferences?.preload ?? '')
    this.webContents = honest('webContents', this.contents)
    open.push(this)
    return honest('BrowserWindow', this)
  }

  async loadURL(url: string): Promise<void> {
    await this.contents.load(url)
    this.emit('ready-to-show')
  }

  show(): void {
    this.visible = true
  }

  focus(): void {
    this.emit('focus')
  }

  isMinimized(): boolean {
    return false
  }

  restore(): void {
    this.show()
  }

  close(): void {
    open.splice(
      open.findIndex((window) => window.contents === this.contents),
      1,
    )
    this.contents.destroy()
    this.emit('closed')
    if (open.length === 0) onAllClosed()
  }
}
