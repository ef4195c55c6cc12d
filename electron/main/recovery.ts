import type { BrowserWindow, WebContents } from 'electron'
import type { Logger } from '../../core/platform/platform.ts'

export interface RecoveryDeps {
  readonly log: Logger
  /** Asks the person; true: reload. */
  ask(what: 'crashed' | 'hangs'): Promise<boolean>
}

type Recovered = Pick<BrowserWindow, 'on' | 'close' | 'isDestroyed'> & {
  readonly webContents: Pick<WebContents, 'on' | 'reload' | 'forcefullyCrashRenderer'>
}

/** A page that crashed or hangs is reloaded when the person says so; it finds everything where it was, because the core has it. */
export function recover(window: Recovered, { log, ask }: RecoveryDeps): void {
  let isAsking = false
  let isGone = false
  let isEnding = false
  const offer = async (what: 'crashed' | 'hangs'): Promise<void> => {
    if (isAsking || window.isDestroyed()) return
    isAsking = true
    const wantsReload = await ask(what)
    isAsking = false
    if (window.isDestroyed()) return
    if (what === 'hangs' && !wantsReload) {
      // It crashed while the person was asked whether to wait for it.
      if (isGone) await offer('crashed')
      return
    }
    if (!wantsReload) return window.close()
    // A page that hangs would be reloaded into the process that hangs.
    isEnding = what === 'hangs' && !isGone
    isGone = false
    if (isEnding) window.webContents.forcefullyCrashRenderer()
    window.webContents.reload()
  }
  window.webContents.on('did-finish-load', () => (isEnding = false))
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || isEnding) return
    log.log('error', 'window', 'the page is gone', { reason, exitCode })
    isGone = true
    void offer('crashed')
  })
  window.on('unresponsive', () => {
    log.log('warn', 'window', 'the page does not answer')
    void offer('hangs')
  })
}
