import path from 'node:path'
import { openClient } from './client.ts'
import { createTaskKeeper } from './kept-task.ts'
import type { RemoteAgentsDeps, RemoteSession } from './types.ts'

const LIMIT_MS = 10_000

/** Ends the work a session has left over there. Never rejects: whoever does not answer is told of in the log. */
export async function cancelTask(session: RemoteSession, deps: RemoteAgentsDeps): Promise<void> {
  const keeper = createTaskKeeper(path.join(deps.sessionsDir, session.sessionId))
  try {
    const kept = await keeper.read()
    if (!kept?.isOpen) return
    const { client } = await openClient(session, deps, AbortSignal.timeout(LIMIT_MS))
    await client.cancelTask({ tenant: '', id: kept.taskId, metadata: undefined })
    await keeper.write({ ...kept, isOpen: false })
  } catch (error) {
    deps.log.log('warn', 'a2a', 'a remote task could not be cancelled', { agent: session.agent, detail: String(error) })
  }
}
