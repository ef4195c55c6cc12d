import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { driveBy } from './driver.ts'
import { honest } from './honest.ts'
import { protocol, protocolIsReady } from './protocol.ts'
import { openWindows, StandInWindow, whenAllClosed } from './windows.ts'

// The part of Electron our main process uses, in plain Node. What is not here throws by name.

class StandInApp extends EventEmitter {
  readonly isPackaged = false
  readonly #ready = new Promise<void>((resolve) => {
    // After the main module has been evaluated, as Electron does it.
    setTimeout(() => {
      protocolIsReady()
      this.emit('ready')
      resolve()
    })
  })

  whenReady(): Promise<void> {
    return this.#ready
  }

  requestSingleInstanceLock(): boolean {
    return true
  }

  getLocale(): string {
    return 'en-US'
  }

  quit(): void {
    if (!this.#allows('before-quit')) return
    for (const window of [...openWindows()]) window.close()
    if (!this.#allows('will-quit')) return
    this.exit(0)
  }

  exit(code = 0): void {
    this.emit('quit', {}, code)
    process.exit(code)
  }

  #allows(event: string): boolean {
    let prevented = false
    this.emit(event, { preventDefault: () => (prevented = true) })
    return !prevented
  }
}

const standInApp = new StandInApp()
standInApp satisfies Pick<Electron.App, 'isPackaged' | 'whenReady' | 'requestSingleInstanceLock' | 'getLocale' | 'quit' | 'exit'>
whenAllClosed(() => standInApp.emit('window-all-closed'))

const opened: string[] = []

export { protocol }
export const app = honest('app', standInApp)
export const BrowserWindow = StandInWindow

export const shell = honest('shell', {
  openExternal: async (url: string) => void opened.push(url),
} satisfies Pick<Electron.Shell, 'openExternal'>)

export const dialog = honest('dialog', {
  showErrorBox: (title: string, content: string) => void process.stderr.write(`${title}\n${content}\n`),
  // The person agrees.
  showMessageBox: async () => ({ response: 0, checkboxChecked: false }),
  showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
} satisfies Pick<Electron.Dialog, 'showErrorBox' | 'showMessageBox' | 'showOpenDialog'>)

export const session = honest('session', {
  defaultSession: honest('session.defaultSession', {
    setPermissionRequestHandler: () => undefined,
    setPermissionCheckHandler: () => undefined,
    setDevicePermissionHandler: () => undefined,
    resolveProxy: () => Promise.resolve('DIRECT'),
  } satisfies Pick<
    Electron.Session,
    'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'resolveProxy'
  >),
})

driveBy({ app: standInApp, opened })
