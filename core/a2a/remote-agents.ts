import type { SessionEvent } from '../contract/events.ts'
import type { Provider } from '../llm/index.ts'
import { cancelTask } from './cancel-task.ts'
import { createRemoteProvider } from './remote-provider.ts'
import { signingIn } from './sign-in.ts'
import type { RemoteAgentsDeps, RemoteSession } from './types.ts'

/** Agents on other machines, spoken to over A2A. Nothing is loaded before the first. */
export interface RemoteAgents {
  /** What answers in the session of a remote agent. */
  provider(session: RemoteSession): Provider
  /** Opens the browser and answers when the person is back. `AppError('a2a.no_sign_in' | 'a2a.address' | 'mcp.sign_in_*' | 'mcp.no_browser')`. */
  login(session: Pick<RemoteSession, 'agent' | 'target' | 'projectRoot'>, signal: AbortSignal): Promise<void>
  /** Forgets what was signed in with, and revokes what can be. */
  logout(session: Pick<RemoteSession, 'agent' | 'target' | 'projectRoot'>): Promise<void>
  /** A turn that ends while its agent waits for an answer leaves nothing waiting over there. */
  onEvent(event: SessionEvent): void
  /** From now on whatever ends here goes on over there. Settles within 2 s. */
  close(): Promise<void>
}

const CLOSE_MS = 2_000

export function createRemoteAgents(deps: RemoteAgentsDeps): RemoteAgents {
  let isClosing = false
  const ending = new Set<Promise<void>>()
  const waiting = new Map<string, RemoteSession>()
  const work = {
    ...deps,
    isClosing: () => isClosing,
    waits(session: RemoteSession, isWaiting: boolean): void {
      if (isWaiting) waiting.set(session.sessionId, session)
      else waiting.delete(session.sessionId)
    },
  }
  return {
    provider: (session) => createRemoteProvider(session, work),
    async login(session, signal) {
      const { target, fetch, signIns } = await signingIn(session, deps)
      await signIns.login(target, fetch, { scopes: undefined, signal })
    },
    async logout(session) {
      const { target, fetch, signIns } = await signingIn(session, deps)
      await signIns.logout(target, fetch)
    },
    onEvent({ type, sessionId }) {
      const session = type === 'turn.finished' ? waiting.get(sessionId) : undefined
      if (!session) return
      waiting.delete(sessionId)
      if (isClosing) return
      const done = cancelTask(session, deps).finally(() => ending.delete(done))
      ending.add(done)
    },
    async close() {
      isClosing = true
      const over = new AbortController()
      const late = deps.clock.wait(CLOSE_MS, over.signal).catch(() => undefined)
      await Promise.race([Promise.all(ending), late])
      over.abort()
    },
  }
}
