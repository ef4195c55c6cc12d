import type { BrowserWindow, WebContents } from 'electron'
import type { Logger } from '../../core/platform/platform.ts'

export interface RecoveryDeps {
  readonly log: Logger
  /** Asks the person; true: reload. */
  ask(what: 'crashed' | 'hangs'): Promise<boolean>
}

type Recovered = Pick<BrowserWindow, 'on' | 'close' | 'isDestroyed'> & {
  readonly webContents: Pick<WebContents, 'on' | 'reload'>
}

/** A page that crashed or hangs is reloaded when the person says so; it finds everything where it was, because the core has it. */
export function recover(window: Recovered, { log, ask }: RecoveryDeps): void {
  let isAsking = false
  const offer = async (what: 'crashed' | 'hangs'): Promise<void> => {
    if (isAsking || window.isDestroyed()) return
    isAsking = true
    const wantsReload = await ask(what)
    isAsking = false
    if (window.isDestroyed()) return
    if (wantsReload) window.webContents.reload()
    else if (what === 'crashed') window.close()
  }
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.log('error', 'window', 'the page is gone', { reason, exitCode })
    void offer('crashed')
  })
  window.on('unresponsive', () => {
    log.log('warn', 'window', 'the page does not answer')
    void offer('hangs')
  })
}
