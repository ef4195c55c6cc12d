import type { WireError } from '../contract/errors.ts'
import type { LiveSession } from './live-session.ts'

/** Warns of each only once as long as this process has the session. */
export function tellOnce(live: LiveSession, turnId: string, warnings: readonly WireError[]): void {
  for (const { code, message, params } of warnings) {
    const key = JSON.stringify([code, params])
    if (live.told.has(key)) continue
    live.told.add(key)
    live.emit(turnId, { type: 'notice', level: 'warn', code, message, params })
  }
}
