import type { App } from 'electron'

/** The app is gone by then, whatever still hangs. */
const QUIT_WITHIN_MS = 2_000

export interface QuitDeps {
  readonly app: Pick<App, 'quit' | 'exit'> & { on(event: string, listener: (event: { preventDefault(): void }) => void): unknown }
  /** How much is at work. */
  readonly running: () => number
  /** True: quit although work runs. */
  readonly ask: () => Promise<boolean>
  /** Ends turns, children and files. */
  readonly close: () => Promise<void>
  readonly onBug: (error: unknown) => void
}

/** Quitting asks while work runs, then ends everything of ours. Answers whether a quit has begun: windows that close then come back. */
export function quitWith({ app, running, ask, close, onBug }: QuitDeps): { isQuitting(): boolean } {
  let state: 'open' | 'asking' | 'quitting' | 'closing' = 'open'

  app.on('before-quit', (event) => {
    if (state === 'quitting' || state === 'closing') return
    if (running() === 0) {
      state = 'quitting'
      return
    }
    event.preventDefault()
    if (state === 'asking') return
    state = 'asking'
    void ask().then((agreed) => {
      state = agreed ? 'quitting' : 'open'
      if (agreed) app.quit()
    }, onBug)
  })
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    const late = new Promise<void>((resolve) => setTimeout(resolve, QUIT_WITHIN_MS))
    void Promise.race([close().catch(onBug), late]).then(() => app.exit(0))
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  // The system or a terminal does not wait for an answer.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      state = 'quitting'
      app.quit()
    })
  }
  return { isQuitting: () => state === 'quitting' || state === 'closing' }
}
