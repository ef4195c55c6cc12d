import type { ConflictReason } from '../contract/changes.ts'
import type { FileChangeRecord } from '../storage/checkpoint-types.ts'
import type { FileState } from './file-state.ts'

/** What a file was at some time. No hash: it did not exist. */
export interface Target {
  readonly hash: string | null
  readonly mode: number | null
  /** Made for the file; goes with it when it is empty. */
  readonly madeFolder: string | null
}

export type PathPlan =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'conflict'; readonly reason: ConflictReason }
  | { readonly kind: 'restore' | 'remove' | 'bring_back'; readonly target: Target; readonly takesTheirs: boolean }

/**
 * What taking back one file's changes from `rows[from]` on means. `rows`: all of the file's in this session, oldest first.
 * Only a file that is as its last change left it is touched.
 */
export function planPath(rows: readonly FileChangeRecord[], from: number, current: FileState): PathPlan {
  const first = rows[from]
  if (!first) return { kind: 'nothing' }
  const target: Target = { hash: first.beforeHash, mode: first.beforeMode, madeFolder: first.madeFolder }
  const isThere = current.kind === 'file' ? current.hash === target.hash : current.kind === 'absent' && target.hash === null
  if (!isOurs(rows, current)) return isThere ? { kind: 'nothing' } : { kind: 'conflict', reason: whyNotOurs(current) }
  if (isThere && (current.kind !== 'file' || current.mode === target.mode)) return { kind: 'nothing' }
  const takesTheirs = rows.slice(from + 1).some((row, index) => !follows(row, rows[from + index]))
  return { kind: target.hash === null ? 'remove' : current.kind === 'absent' ? 'bring_back' : 'restore', target, takesTheirs }
}

/** Whether a file is as the last change that really happened left it. */
export function isOurs(rows: readonly FileChangeRecord[], current: FileState): boolean {
  if (current.kind === 'other' || (current.kind === 'file' && current.hash === null)) return false
  const hash = current.kind === 'file' ? current.hash : null
  // From the end: a change that was recorded and not made, because its process died or the disk refused, left what was before.
  for (const row of rows.toReversed()) {
    if (row.afterHash === hash) return true
    if (row.beforeHash !== hash) return false
  }
  return rows.length > 0
}

/** Whether nobody else changed the file between two changes. */
function follows(row: FileChangeRecord, before: FileChangeRecord | undefined): boolean {
  return before === undefined || row.beforeHash === before.afterHash || row.beforeHash === before.beforeHash
}

export function whyNotOurs(current: FileState): ConflictReason {
  if (current.kind === 'other') return 'link'
  return current.kind === 'absent' ? 'gone' : 'changed'
}
