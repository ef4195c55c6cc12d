import type { SessionSummary } from '../../core/contract/events.ts'
import type { WaitingApproval } from '../../core/contract/sessions.ts'

/** One thing that waits for the person: a call, or the questions of a session. */
export interface InboxItem {
  readonly id: string
  readonly sessionId: string
  readonly sessionTitle: string
  readonly approval?: WaitingApproval
}

/** The calls first, then sessions in which more waits than calls: those ask something else. */
export function inboxItems(approvals: readonly WaitingApproval[], sessions: readonly SessionSummary[]): readonly InboxItem[] {
  const calls = approvals.map((approval) => {
    const { approvalId: id, sessionId, sessionTitle } = approval
    return { id, sessionId, sessionTitle, approval }
  })
  const asking = sessions.filter(({ id, waiting }) => waiting > calls.filter(({ sessionId }) => sessionId === id).length)
  return [...calls, ...asking.map(({ id, title }) => ({ id: `${id}:question`, sessionId: id, sessionTitle: title }))]
}
