import type { Clock } from '../base/clock.ts'
import type { Emitter } from '../base/emitter.ts'

/** Waits, or less where somebody is in a hurry; true: that was it. Rejects after the abort. */
export async function hurriedWait(
  ms: number,
  { clock, signal, hurry }: { clock: Clock; signal: AbortSignal; hurry: Emitter<void> },
): Promise<boolean> {
  const now = new AbortController()
  const undo = hurry.on(() => now.abort())
  try {
    await clock.wait(ms, AbortSignal.any([signal, now.signal]))
    return false
  } catch (error) {
    if (signal.aborted || !now.signal.aborted) throw error
    return true
  } finally {
    undo()
  }
}
