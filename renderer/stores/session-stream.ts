import { fold, hasGap } from '../../core/contract/fold.ts'
import type { HostEvent, SessionEvent } from '../../core/contract/events.ts'
import type { SessionView } from '../../core/contract/view.ts'

export interface SessionStreamDeps {
  /** Fetches the snapshot; from then on the host sends every event of the session. */
  open(sessionId: string): Promise<SessionView>
  onView(view: SessionView): void
  onFailure(error: unknown): void
  /** Runs `work` with the next frame. */
  soon(work: () => void): void
  /** Runs `work` when it is time to show more of what grows. */
  grow(work: () => void): void
}

export interface SessionStream {
  readonly sessionId: string
  receive(event: HostEvent): void
  /** Fetches a new snapshot: after a gap, a reconnect or a failure. */
  reopen(): Promise<void>
  /** Changes the view by hand, for pages of older rows. */
  change(change: (view: SessionView) => SessionView): void
  stop(): void
}

/**
 * Keeps one session's view current: snapshot, then every event in order. Events that come while a snapshot is on its way
 * wait for it; older ones are dropped; a missing one costs a new snapshot.
 */
export function createSessionStream(sessionId: string, deps: SessionStreamDeps): SessionStream {
  let view: SessionView | undefined
  let waiting: SessionEvent[] = []
  let lastSnapshotSeq = -1
  let isOpening = false
  let isGrowing = false
  let isScheduled = false
  let isStopped = false

  async function reopen(): Promise<void> {
    if (isOpening || isStopped) return
    isOpening = true
    try {
      const snapshot = await deps.open(sessionId)
      if (isStopped) return
      view = withOlderRows(snapshot, view)
      isOpening = false
      // What was numbered before the snapshot is in it.
      waiting = waiting.filter((event) => event.seq > snapshot.lastSeq)
      // A snapshot no newer than the last one that still leaves a gap would be asked for without end.
      if (snapshot.lastSeq <= lastSnapshotSeq && waiting[0] && hasGap(view, waiting[0])) waiting = []
      lastSnapshotSeq = snapshot.lastSeq
      apply()
      deps.onView(view)
    } catch (error) {
      if (!isStopped) deps.onFailure(error)
    } finally {
      isOpening = false
    }
  }

  function receive(event: HostEvent): void {
    if (isStopped || !('seq' in event) || event.sessionId !== sessionId) return
    waiting.push(event)
    if (isScheduled) return
    if (!isGrowth(event)) {
      isScheduled = true
      deps.soon(show)
    } else if (!isGrowing) {
      isGrowing = true
      deps.grow(show)
    }
  }

  function show(): void {
    isGrowing = false
    isScheduled = false
    if (isStopped || isOpening || !view) return
    const before = view
    apply()
    // Rewound to before the oldest row that is held: what is left must be fetched.
    if (view.rows.length === 0 && view.hasMore) void reopen()
    else if (view !== before) deps.onView(view)
  }

  function apply(): void {
    const events = waiting
    waiting = []
    for (const [index, event] of events.entries()) {
      if (!view) return
      if (hasGap(view, event)) {
        waiting = events.slice(index)
        void reopen()
        return
      }
      view = fold(view, event)
    }
  }

  return {
    sessionId,
    receive,
    reopen,
    change(change) {
      const before = view
      if (!before) return
      view = change(before)
      if (view !== before) deps.onView(view)
    },
    stop: () => void (isStopped = true),
  }
}

/** Only adds to the newest row. */
function isGrowth(event: SessionEvent): boolean {
  return event.type === 'text.delta' || event.type === 'thinking.delta' || event.type === 'tool.progress'
}

/** A new snapshot holds the newest rows only; pages fetched before are kept when they join on. */
function withOlderRows(snapshot: SessionView, known: SessionView | undefined): SessionView {
  const first = snapshot.rows[0]
  if (!known || !first) return snapshot
  const index = known.rows.findIndex((row) => row.id === first.id)
  if (index <= 0) return snapshot
  return { ...snapshot, rows: [...known.rows.slice(0, index), ...snapshot.rows], hasMore: known.hasMore }
}
