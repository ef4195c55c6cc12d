import type { HookMark } from '../../../../core/contract/hooks.ts'
import type { RowOf } from '../../../../core/contract/view.ts'

/** A call's state as a reader sees it: why it failed is part of it. */
export type CallState = RowOf<'tool'>['state'] | 'refused' | 'interrupted'

export function callState(row: RowOf<'tool'>): CallState {
  if (row.state !== 'failed') return row.state
  if (row.meta.interrupted) return 'interrupted'
  return row.meta.denied || (row.approval && row.approval.decision !== 'allow') ? 'refused' : 'failed'
}

/** A hook that let a call pass without a word is not named. */
export function isTold({ outcome, reason }: HookMark): boolean {
  return outcome !== 'passed' || Boolean(reason)
}
