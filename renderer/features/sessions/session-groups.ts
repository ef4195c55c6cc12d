import type { SessionSummary } from '../../../core/contract/events.ts'

export interface SessionGroup {
  readonly id: 'live' | 'pinned' | 'today' | 'yesterday' | 'earlier'
  readonly sessions: readonly SessionSummary[]
}

/** Sessions with live work first, then pinned ones, the rest by day; groups without any are left out. */
export function groupSessions(sessions: readonly SessionSummary[], now: number): readonly SessionGroup[] {
  const startOfToday = new Date(now).setHours(0, 0, 0, 0)
  const startOfYesterday = new Date(startOfToday - 1).setHours(0, 0, 0, 0)
  const groupOf = (session: SessionSummary): SessionGroup['id'] => {
    if (session.running || session.waiting > 0) return 'live'
    if (session.pinned) return 'pinned'
    if (session.updatedAt >= startOfToday) return 'today'
    return session.updatedAt >= startOfYesterday ? 'yesterday' : 'earlier'
  }
  const ids = ['live', 'pinned', 'today', 'yesterday', 'earlier'] as const
  return ids
    .map((id) => ({ id, sessions: sessions.filter((session) => groupOf(session) === id) }))
    .filter((group) => group.sessions.length > 0)
}
