import type { ApprovalOutcome } from '../../contract/common.ts'
import { AppError } from '../../contract/errors.ts'
import type { Approval } from '../../contract/events.ts'
import type { Storage } from '../../storage/types.ts'
import type { LiveSession, Settled } from '../live-session.ts'
import type { ApprovalAnswer } from '../types.ts'

interface Asking {
  readonly approval: Approval
  readonly turnId: string
  readonly signal: AbortSignal
}

/** Waits for a person to settle a stored approval of the running turn. */
export function waitForAnswer(live: LiveSession, waiting: Storage['waiting'], { approval, turnId, signal }: Asking): Promise<Settled> {
  const { approvalId, toolCallId } = approval
  const settled = Promise.withResolvers<Settled>()
  const settle = (answer: ApprovalAnswer | 'stopped'): void => {
    if (!live.pending.delete(approvalId)) return
    signal.removeEventListener('abort', onStop)
    waiting.remove(live.id, approvalId)
    const outcome: ApprovalOutcome = answer === 'stopped' ? { decision: 'expired', scope: 'once', by: 'cancel' } : outcomeOf(answer)
    live.emit(turnId, { type: 'approval.resolved', approvalId, toolCallId, ...outcome })
    settled.resolve(answer)
    if (answer === 'stopped') return
    const kept = ruleToKeep(approval, answer)
    // The running turn has read its rules already.
    if (kept !== undefined) live.grants.add(kept)
    if (kept !== undefined || answer.decision === 'session') grant(live, approval.sessionRule)
  }
  const onStop = (): void => (live.isClosed ? settled.resolve('left') : settle('stopped'))
  live.pending.set(approvalId, { approval, settle })
  signal.addEventListener('abort', onStop, { once: true })
  return settled.promise
}

/** The rule an "always" keeps; undefined for other answers. `AppError('approval.not_offered')` for one that was not offered. */
export function ruleToKeep({ suggestions }: Approval, { decision, rule }: ApprovalAnswer): string | undefined {
  if (decision !== 'always') return undefined
  const chosen = rule ?? suggestions[0]?.rule
  if (chosen === undefined || !suggestions.some((offered) => offered.rule === chosen)) throw new AppError('approval.not_offered')
  return chosen
}

export function outcomeOf({ decision, reason }: ApprovalAnswer): ApprovalOutcome {
  return {
    decision: decision === 'no' ? 'deny' : 'allow',
    scope: decision === 'session' || decision === 'always' ? decision : 'once',
    by: 'user',
    ...(reason !== undefined && reason !== '' && { reason }),
  }
}

/** Keeps the rule for the session, and answers what waits for the same one. */
function grant(live: LiveSession, rule: string): void {
  live.grants.add(rule)
  for (const { approval, settle } of [...live.pending.values()]) {
    if (approval.sessionRule === rule) settle({ approvalId: approval.approvalId, decision: 'session' })
  }
}
