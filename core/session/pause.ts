import type { Message } from '../contract/messages.ts'

const HOUR_MS = 3_600_000
/** After a shorter pause nothing much has changed. */
const PAUSE_HOURS = 6

/** What the model is told with a prompt that comes long after what was said last. */
export function pauseNote(history: readonly Message[], now: number): string[] {
  const last = history.at(-1)
  const hours = last ? Math.floor((now - last.createdAt) / HOUR_MS) : 0
  if (hours < PAUSE_HOURS) return []
  const gap = hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
  return [
    `The conversation was paused for ${gap}. Files, branches and running programs may have changed meanwhile: look again before you rely on what you saw.`,
  ]
}
