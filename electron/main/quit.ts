import type { App } from 'electron'

/** From the polite signal to the one that no child survives. */
const KILL_AFTER_MS = 1_500
/** What was killed is gone, and what it said is stored, by then; children born meanwhile are killed at once. */
const LAST_CHILDREN_AFTER_MS = 1_700
/** The app is gone by then, whatever still hangs. */
const QUIT_WITHIN_MS = 1_950

export type QuitAnswer = 'quit' | 'background' | 'stay'

export interface QuitDeps {
  readonly app: Pick<App, 'quit' | 'exit'> & { on(event: string, listener: (event: { preventDefault(): void }) => void): unknown }
  /** How much is at work. */
  readonly running: () => number
  /** Quit although work runs, let it run without a window, or neither. */
  readonly ask: () => Promise<QuitAnswer>
  /** Closes the windows and leaves a way back and a way out; rejects when there can be none. */
  readonly goBackground: () => Promise<void>
  /** The person stays, and so needs a window: the last one may be closed. */
  readonly stay: () => void
  /** Ends turns and files, and each child in its own way. */
  readonly close: () => Promise<void>
  /** Ends every child: TERM at once, KILL after this long. */
  readonly endChildren: (graceMs: number) => Promise<void>
  /** Kills what is still there on the way out, without waiting for anything. */
  readonly killChildren: () => void
  readonly onBug: (error: unknown) => void
}

export interface Quitting {
  /** A quit, or work without a window, has begun: windows that close then come back with the next start. */
  isQuitting(): boolean
  /** A window is there again. */
  cameBack(): void
  /** Asks while work runs. True: the quit that now comes asks no more, from whatever it begins, and its windows come back. */
  prepare(): Promise<boolean>
  /** The quit that was prepared does not come. */
  giveUp(): void
}

/** Quitting asks while work runs, then ends everything of ours; from the background it does not ask again. */
export function quitWith({ app, running, ask, goBackground, stay, close, endChildren, killChildren, onBug }: QuitDeps): Quitting {
  let state: 'open' | 'asking' | 'background' | 'quitting' | 'closing' = 'open'

  const mayQuit = async (): Promise<boolean> => {
    state = 'asking'
    try {
      const answer = await ask()
      state = answer === 'stay' ? 'open' : answer === 'quit' ? 'quitting' : 'background'
      if (answer === 'background') await goBackground()
      else if (answer === 'stay') stay()
      return answer === 'quit'
    } catch (error) {
      onBug(error)
      state = 'open'
      stay()
      return false
    }
  }

  app.on('before-quit', (event) => {
    if (state === 'quitting' || state === 'closing') return
    if (running() === 0 || state === 'background') {
      state = 'quitting'
      return
    }
    event.preventDefault()
    if (state === 'asking') return
    void mayQuit().then((may) => may && app.quit())
  })
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    const gone = after(QUIT_WITHIN_MS)
    // Rooms end their children one after the other; all of them hear of the end now.
    const ended = Promise.all([close(), endChildren(KILL_AFTER_MS)]).catch(onBug)
    void Promise.race([ended, after(LAST_CHILDREN_AFTER_MS)])
      // A loop that was held hears of both times at once: the last children have their moment all the same.
      .then(() => Promise.race([endChildren(0).catch(onBug), Promise.all([gone, after(QUIT_WITHIN_MS - LAST_CHILDREN_AFTER_MS)])]))
      .then(() => {
        killChildren()
        app.exit(0)
      })
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && state !== 'background') app.quit()
  })
  // The system or a terminal does not wait for an answer.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      state = 'quitting'
      app.quit()
    })
  }
  return {
    isQuitting: () => state === 'background' || state === 'quitting' || state === 'closing',
    cameBack() {
      if (state === 'background') state = 'open'
    },
    async prepare() {
      if (state === 'asking') return false
      if (running() > 0 && state === 'open') return await mayQuit()
      state = 'quitting'
      return true
    },
    giveUp() {
      if (state === 'quitting') state = 'open'
    },
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}
