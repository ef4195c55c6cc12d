import type { SessionEventOf } from './events.ts'
import type { SessionView } from './view.ts'

/** More do not run at a time; those that ended longest ago go first. */
const SHELLS = 30

/** The shells after one of them began, printed or ended. */
export function shellUpdated({ shells }: SessionView, event: SessionEventOf<'shell.updated'>): Pick<SessionView, 'shells'> {
  const { type: _type, seq: _seq, ts: _ts, sessionId: _session, turnId: _turn, agentId: _agent, ...shell } = event
  const index = shells.findIndex(({ shellId }) => shellId === shell.shellId)
  if (index >= 0) return { shells: shells.with(index, shell) }
  return { shells: [...shells, shell].slice(-SHELLS) }
}
