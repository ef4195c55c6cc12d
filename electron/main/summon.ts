import type { GlobalShortcut } from 'electron'
import type { Logger } from '../../core/platform/platform.ts'
import { acceleratorOf } from './menu.ts'

export interface SummonDeps {
  readonly globalShortcut: Pick<GlobalShortcut, 'register' | 'unregister'>
  /** Brings the app up. */
  readonly front: () => void
  readonly log: Logger
}

/** Keys that bring the app up from any program: those given last, as settings keep them. Undefined or empty: none. */
export function createSummon({ globalShortcut, front, log }: SummonDeps): (keys: string | undefined) => void {
  let held = ''
  return (keys = '') => {
    const wanted = acceleratorOf(keys)
    if (wanted === held) return
    if (held !== '') globalShortcut.unregister(held)
    held = ''
    if (wanted === '') return
    if (take()) held = wanted
    else log.log('warn', 'electron', 'the keys that bring the app up cannot be had', { keys })

    function take(): boolean {
      try {
        return globalShortcut.register(wanted, front)
      } catch (error) {
        // So it answers to keys that it does not know.
        if (error instanceof TypeError) return false
        throw error
      }
    }
  }
}
