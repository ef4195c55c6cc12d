import { EventEmitter } from 'node:events'

interface Given {
  /** Windows that are open. */
  readonly open: readonly { close(): void; destroy(): void }[]
  whenReady(): void
  /** Ends the process. */
  leave(code: number): void
}

/** Electron's `app`, as far as it is used. */
export class StandInApp extends EventEmitter {
  readonly isPackaged = false
  readonly #given: Given
  readonly #ready: Promise<void>
  #isQuitting = false

  constructor(given: Given) {
    super()
    this.#given = given
    this.#ready = new Promise<void>((resolve) => {
      // After the main module has been evaluated, as Electron does it.
      setTimeout(() => {
        given.whenReady()
        this.emit('ready')
        resolve()
      })
    })
  }

  whenReady(): Promise<void> {
    return this.#ready
  }

  requestSingleInstanceLock(): boolean {
    return true
  }

  getLocale(): string {
    return 'en-US'
  }

  setAsDefaultProtocolClient(): boolean {
    return true
  }

  addRecentDocument(): void {}

  setBadgeCount(): boolean {
    return true
  }

  quit(): void {
    if (!this.allows('before-quit')) return
    this.#isQuitting = true
    const { open } = this.#given
    for (const window of [...open]) window.close()
    this.#isQuitting = open.length === 0
    if (open.length > 0 || !this.allows('will-quit')) return
    this.exit(0)
  }

  /** The last window is closed. */
  allClosed(): void {
    if (!this.#isQuitting) this.emit('window-all-closed')
  }

  exit(code = 0): void {
    for (const window of [...this.#given.open]) window.destroy()
    this.emit('quit', {}, code)
    this.#given.leave(code)
  }

  allows(event: string, ...args: unknown[]): boolean {
    let prevented = false
    this.emit(event, { preventDefault: () => (prevented = true) }, ...args)
    return !prevented
  }
}
