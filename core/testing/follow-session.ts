import { fold, hasGap } from '../contract/fold.ts'
import type { SessionView } from '../contract/view.ts'
import type { CoreWindow } from './connect-core.ts'

/** What a window shows of a session: its snapshot, then every event folded in. Throws on a gap. */
export async function followSession(window: Pick<CoreWindow, 'rpc' | 'events'>, sessionId: string): Promise<() => SessionView> {
  const snapshot = await window.rpc.sessions.open({ sessionId })
  return () =>
    window.events.all.reduce((view, event) => {
      if (hasGap(view, event)) throw new Error(`a gap before ${event.seq}: ${event.type}`)
      return fold(view, event)
    }, snapshot)
}
