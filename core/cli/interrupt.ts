import { EXIT } from './command.ts'

/** Under a terminal and a parent that passes signals on, one key press arrives twice. */
const SAME_PRESS_MS = 300

/** How long a command may take to wind up after a signal. */
const TEARDOWN_MS = 3000

/** Aborted by the first SIGINT (reason 130) or SIGTERM (143). The next one, or 3 s, ends the process at once. */
export function watchInterrupts(): AbortSignal {
  const controller = new AbortController()
  let firstAt = 0
  const onSignal = (code: number): void => {
    if (!controller.signal.aborted) {
      firstAt = Date.now()
      controller.abort(code)
      setTimeout(() => process.exit(code), TEARDOWN_MS).unref()
    } else if (Date.now() - firstAt > SAME_PRESS_MS) {
      process.exit(code)
    }
  }
  process.on('SIGINT', () => onSignal(EXIT.interrupted))
  process.on('SIGTERM', () => onSignal(EXIT.terminated))
  return controller.signal
}

/** The work's result, or the signal's exit code as soon as there is one. */
export function untilInterrupted<T>(work: Promise<T>, interrupted: AbortSignal): Promise<T | number> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(Number(interrupted.reason))
    if (interrupted.aborted) onAbort()
    interrupted.addEventListener('abort', onAbort, { once: true })
    // Also after the signal: what the work then throws is nobody's any more, but it is not unhandled.
    work.then(resolve, reject)
  })
}
