import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { honest } from './honest.ts'
import { pack } from './pack.ts'
import type { createPeer } from './peer.ts'
import type { BrowserSide } from './wire.ts'

type OpenHandler = (details: { url: string }) => { action: string }
export type Browser = ReturnType<typeof createPeer<BrowserSide>>

/** A web page's host side. */
export class StandInContents extends EventEmitter {
  readonly ipc = honest('webContents.ipc', new EventEmitter())
  mainFrame = { url: '' }
  #document = 0
  #destroyed = false
  #hangs = false
  #openHandler: OpenHandler = () => ({ action: 'allow' })
  readonly #browser: Browser
  readonly #window: number

  constructor(browser: Browser, window: number) {
    super()
    this.#browser = browser
    this.#window = window
  }

  /** The order of Electron's documentation: started, then asked, then arrived. */
  mayNavigate(url: string, isMainFrame: boolean): boolean {
    let refused = false
    const details = { url, isMainFrame, isSameDocument: false, preventDefault: () => (refused = true) }
    this.emit('did-start-navigation', details)
    this.emit('will-frame-navigate', details)
    if (!refused && isMainFrame) this.emit('will-navigate', details)
    return !refused
  }

  started(url: string): void {
    this.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: false })
  }

  navigated(url: string, document: number): void {
    this.#document = document
    // A frame that has navigated away is another frame: a late word of it has none.
    this.mainFrame = { url }
    this.emit('did-navigate', {}, url)
  }

  hear(channel: string, value: unknown, document: number): void {
    this.ipc.emit(channel, { senderFrame: document === this.#document ? this.mainFrame : null }, value)
  }

  openWindow(url: string): string {
    const { action } = this.#openHandler({ url })
    if (action !== 'deny') throw new Error('The Electron stand-in opens no window for a page')
    return action
  }

  send(channel: string, value: unknown): void {
    void this.#browser.deliver(this.#window, channel, pack(structuredClone(value)))
  }

  /** Its process does nothing any more, what it is told included. */
  hang(): void {
    this.#hangs = true
  }

  gone(reason: string): void {
    this.#hangs = false
    this.emit('render-process-gone', {}, { reason, exitCode: 1 })
  }

  forcefullyCrashRenderer(): void {
    this.gone('killed')
  }

  reload(): void {
    if (this.#hangs) return
    this.started(this.mainFrame.url)
    void this.#browser.reload(this.#window)
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  destroy(): void {
    this.#destroyed = true
    this.emit('destroyed')
  }
}

StandInContents.prototype satisfies Pick<Electron.WebContents, 'send' | 'reload' | 'forcefullyCrashRenderer' | 'isDestroyed'>
