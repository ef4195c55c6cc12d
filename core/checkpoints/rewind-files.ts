import type { FilePlan } from '../contract/changes.ts'
import { shownPath } from '../tools/index.ts'
import type { FileChangeRecord } from '../storage/checkpoint-types.ts'
import { readState } from './file-state.ts'
import { readLedger } from './ledger.ts'
import { planPath, type PathPlan } from './plan.ts'
import { hasPreImage } from './pre-images.ts'
import type { SessionPlace } from './record.ts'
import { keptContent, restoreFile, type RestoreDeps } from './restore.ts'

export interface ProjectSession extends SessionPlace {
  readonly projectRoot: string
}

/**
 * Takes back the changes from the first one on for which `isSince` holds, file by file. Without a `rewindId` nothing is done and
 * the answer says what would be.
 */
export async function rewindFiles(
  deps: RestoreDeps,
  session: ProjectSession,
  { isSince, rewindId }: { isSince: (row: FileChangeRecord) => boolean; rewindId: string | undefined },
): Promise<FilePlan> {
  const { files } = await readLedger(deps.checkpoints, session.id)
  const plan: FilePlan = { files: [], conflicts: [] }
  for (const [path, rows] of files) {
    const from = rows.findIndex(isSince)
    if (from < 0) continue
    note(plan, shownPath(path, session.projectRoot), await rewindFile(deps, session, { path, rows, from, rewindId }))
  }
  return plan
}

export function note(plan: FilePlan, path: string, outcome: PathPlan): void {
  if (outcome.kind === 'nothing') return
  if (outcome.kind === 'conflict') plan.conflicts.push({ path, reason: outcome.reason })
  else plan.files.push({ path, action: outcome.kind, takesTheirs: outcome.takesTheirs })
}

/** One file's part: what is done, or would be. */
export async function rewindFile(
  deps: RestoreDeps,
  session: SessionPlace,
  { path, rows, from, rewindId }: { path: string; rows: readonly FileChangeRecord[]; from: number; rewindId: string | undefined },
): Promise<PathPlan> {
  if (rewindId === undefined) {
    const planned = planPath(rows, from, await readState(path))
    const hash = 'target' in planned ? planned.target.hash : null
    return hash === null || (await hasPreImage(session.dir, hash)) ? planned : { kind: 'conflict', reason: 'expired' }
  }
  let planned: PathPlan = { kind: 'nothing' }
  const conflict = await restoreFile(deps, session, {
    path,
    rewindId,
    async decide(current) {
      planned = planPath(rows, from, current)
      if (planned.kind === 'conflict') return { conflict: planned.reason }
      return planned.kind === 'nothing' ? undefined : keptContent(session.dir, planned.target)
    },
  })
  return conflict === undefined ? planned : { kind: 'conflict', reason: conflict }
}
