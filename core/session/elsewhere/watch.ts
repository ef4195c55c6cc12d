import type { SessionEvent } from '../../contract/events.ts'
import type { LiveSession } from '../live-session.ts'
import type { SessionDeps } from '../types.ts'

const LOOK_MS = 100
const IDLE_LOOKS = 10

interface Watched {
  readonly lives: ReadonlyMap<string, LiveSession>
  /** Undefined when it is gone. */
  summary(sessionId: string): Extract<SessionEvent, { type: 'session.updated' }>['session'] | undefined
  /** Another process asks something of a session this one drives. */
  onCommand(live: LiveSession): void
}

/**
 * Tells windows what other processes do with sessions: ten times a second while somebody looks or a turn runs here, else once.
 * Answers its undo.
 */
export function watchOthers(deps: SessionDeps, { lives, summary, onCommand }: Watched): () => void {
  const { storage, clock, announce } = deps
  /** Sessions last told as driven elsewhere: a driver that was killed tells nobody. */
  const elsewhere = new Set<string>()
  let looks = 0

  const timer = setInterval(() => {
    looks += 1
    const isIdle = !deps.isWatched() && ![...lives.values()].some((live) => live.turn)
    if (isIdle && looks % IDLE_LOOKS !== 0) return
    look()
    if (looks % IDLE_LOOKS === 0) for (const id of elsewhere) if (!storage.leases.heldElsewhere(id)) tell(id)
  }, LOOK_MS)
  timer.unref()

  function look(): void {
    for (const { projectId, removed } of storage.tasks.news())
      announce({ type: 'tasks.changed', projectId, ...(removed.length > 0 && { removed }) })
    for (let news = storage.news.take(); news; news = news.hasMore ? storage.news.take() : undefined) {
      for (const live of lives.values()) if (live.turn) onCommand(live)
      for (const id of news.sessions) tell(id)
      for (const projectId of news.projects) announce({ type: 'sessions.changed', projectId })
    }
  }

  function tell(sessionId: string): void {
    const live = lives.get(sessionId)
    if (live && (live.turn || live.isStarting || live.agents.size > 0)) return
    live?.refresh()
    const record = storage.sessions.get(sessionId)
    // Cards tell of agents.
    if (record?.agent) return
    const session = summary(sessionId)
    if (!session || !record) return void elsewhere.delete(sessionId)
    if (session.running) elsewhere.add(sessionId)
    else elsewhere.delete(sessionId)
    // No event of ours has this number, nor the one before it: whoever shows the session finds a gap and takes a new snapshot.
    const seq = record.lastSeq + 2
    deps.emit({ type: 'session.updated', seq, ts: new Date(clock.now()).toISOString(), sessionId, turnId: '', session })
  }

  return () => clearInterval(timer)
}
