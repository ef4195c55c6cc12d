import { recordChange } from '../checkpoints/index.ts'
import { isInside } from '../permission/index.ts'
import type { CheckpointRepository } from '../storage/checkpoint-types.ts'
import type { Storage } from '../storage/types.ts'
import { shownPath, ToolFailure, type ToolContext } from '../tools/index.ts'
import type { LiveSession } from './live-session.ts'

/** Keeps what a file was before the call with this id changes it. */
export function changeRecorder(
  { checkpoints, messages }: Pick<Storage, 'checkpoints' | 'messages'>,
  { root: live, workRoot, projectRoot }: LiveSession,
  toolCallId: string,
): ToolContext['beforeChange'] {
  // As the call begins: one that was left behind after a stop still belongs to its turn, an agent's in the background to the newest.
  const turnId = live.turn?.turnId ?? messages.page({ sessionId: live.id, before: undefined, limit: 1 }).messages[0]?.turnId ?? ''
  return async (path, after) => {
    // A worktree is looked at and thrown away as a whole.
    if (workRoot !== projectRoot && isInside(path, workRoot)) return
    const shown = shownPath(path, live.projectRoot)
    try {
      await recordChange(checkpoints, live, { path, after, source: { turnId, toolCallId, rewindId: null } })
    } catch (error) {
      if (error instanceof ToolFailure || !(error instanceof Error && 'code' in error)) throw error
      throw new ToolFailure(`What ${shown} is now could not be kept for a rewind (${String(error.code)}), so it was not changed.`)
    }
  }
}

/** What the model must hear of files that went back to an earlier state behind its back. */
export function restoredNote(checkpoints: CheckpointRepository, live: LiveSession): string[] {
  const paths = checkpoints.restoredSinceLast(live.id).map((path) => shownPath(path, live.projectRoot))
  if (paths.length === 0) return []
  return [`The user put these files back to an earlier state: ${paths.join(', ')}. Read them again before you rely on them.`]
}
