import type { ConflictReason, FilePlan } from '../contract/changes.ts'
import { AppError } from '../contract/errors.ts'
import { shownPath } from '../tools/index.ts'
import type { FileChangeRecord } from '../storage/checkpoint-types.ts'
import { readState, type FileState } from './file-state.ts'
import { takenBack } from './hunks.ts'
import { inForce, readLedger, type Ledger } from './ledger.ts'
import { isOurs, planPath, whyNotOurs, type PathPlan } from './plan.ts'
import { readPreImage } from './pre-images.ts'
import { keptContent, restoreFile, type NewContent, type RestoreDeps } from './restore.ts'
import { note, type ProjectSession } from './rewind-files.ts'

/** At least one of path and turn; a place only of a file. */
export interface RevertRequest {
  /** As shown. */
  readonly path: string | undefined
  readonly turnId: string | undefined
  readonly hunk: string | undefined
}

type Decision = { content: NewContent; plan: PathPlan } | { conflict: ConflictReason } | undefined

/** Takes back one file, one turn, one file of one turn, or one place. As `rewindFiles` without a `rewindId`. */
export async function revert(
  deps: RestoreDeps,
  session: ProjectSession,
  { request, rewindId }: { request: RevertRequest; rewindId: string | undefined },
): Promise<FilePlan> {
  const ledger = await readLedger(deps.checkpoints, session.id)
  const plan: FilePlan = { files: [], conflicts: [] }
  for (const [path, rows] of chosen(ledger, session, request)) {
    const decide = (current: FileState): Promise<Decision> => decideFile(session, ledger, { rows, request, current })
    let done: PathPlan = { kind: 'nothing' }
    const conflict = await (rewindId === undefined
      ? decide(await readState(path)).then((decision) => {
          if (decision && 'conflict' in decision) return decision.conflict
          if (decision) done = decision.plan
          return undefined
        })
      : restoreFile(deps, session, {
          path,
          rewindId,
          async decide(current) {
            const decision = await decide(current)
            if (decision && 'plan' in decision) done = decision.plan
            return decision
          },
        }))
    note(plan, shownPath(path, session.projectRoot), conflict === undefined ? done : { kind: 'conflict', reason: conflict })
  }
  return plan
}

/** A file's rows by its shown path; undefined: no tool changed it. */
export function findFile(
  { files }: Ledger,
  { projectRoot }: ProjectSession,
  shown: string,
): readonly [string, readonly FileChangeRecord[]] | undefined {
  return [...files].find(([path]) => shownPath(path, projectRoot) === shown)
}

/** From the first to the last of the rows a turn made, or of all; undefined: none. */
export function spanOf(rows: readonly FileChangeRecord[], turnId: string | undefined): { from: number; until: number } | undefined {
  const isOfTurn = (row: FileChangeRecord): boolean => turnId === undefined || (row.turnId === turnId && row.toolCallId !== null)
  const from = rows.findIndex(isOfTurn)
  return from < 0 ? undefined : { from, until: rows.findLastIndex(isOfTurn) }
}

function chosen(
  ledger: Ledger,
  session: ProjectSession,
  { path, turnId }: RevertRequest,
): (readonly [string, readonly FileChangeRecord[]])[] {
  if (path === undefined) return [...ledger.files].filter(([, rows]) => turnId !== undefined && spanOf(rows, turnId) !== undefined)
  const found = findFile(ledger, session, path)
  if (!found || !spanOf(found[1], turnId)) throw new AppError('changes.unknown_file', { params: { path } })
  return [found]
}

async function decideFile(
  { dir }: ProjectSession,
  { rewinds }: Ledger,
  { rows, request, current }: { rows: readonly FileChangeRecord[]; request: RevertRequest; current: FileState },
): Promise<Decision> {
  const { turnId, hunk } = request
  const span = spanOf(rows, turnId)
  if (!span) return undefined
  const alive = inForce(rows, rewinds)
  if (!rows.some((row, index) => alive[index] && row.toolCallId !== null && (turnId === undefined || row.turnId === turnId)))
    return undefined
  if (hunk === undefined && isExact(rows, span, { current, turnId })) return exactly(dir, planPath(rows, span.from, current))
  if (!isOurs(rows, current)) return { conflict: whyNotOurs(current) }
  const before = rows[span.from]?.beforeHash ?? null
  const after = turnId === undefined ? hashOf(current) : (rows[span.until]?.afterHash ?? null)
  // A file that was made or deleted in between has no places of its own.
  if (current.kind !== 'file' || after === null || (before === null && hunk === undefined)) return { conflict: 'overlap' }
  const [old, made] = await Promise.all([before === null ? Buffer.alloc(0) : readPreImage(dir, before), contentOf(dir, after, current)])
  if (!old || !made) return { conflict: 'expired' }
  const bytes = await takenBack(current.bytes, { before: old, after: made }, hunk)
  if (bytes === 'unknown') throw new AppError('changes.hunk_gone')
  if (!bytes) return { conflict: 'overlap' }
  return {
    content: { bytes, mode: null, madeFolder: null },
    plan: { kind: 'restore', target: { hash: null, mode: null, madeFolder: null }, takesTheirs: false },
  }
}

/** Nothing but what is taken back lies between then and now: the old bytes themselves can come back. */
function isExact(
  rows: readonly FileChangeRecord[],
  { from, until }: { from: number; until: number },
  { current, turnId }: { current: FileState; turnId: string | undefined },
): boolean {
  if (turnId === undefined || hashOf(current) === rows[until]?.afterHash) return true
  // A file the turn made goes, whatever a person took out of it since.
  return rows[from]?.beforeHash === null && !rows.slice(until + 1).some((row) => row.toolCallId !== null)
}

async function exactly(dir: string, plan: PathPlan): Promise<Decision> {
  if (plan.kind === 'nothing') return undefined
  if (plan.kind === 'conflict') return { conflict: plan.reason }
  const kept = await keptContent(dir, plan.target)
  return 'conflict' in kept ? kept : { ...kept, plan }
}

/** The bytes with this hash: what stands there, or what is kept. */
export async function contentOf(dir: string, hash: string, current: FileState): Promise<Buffer | undefined> {
  return current.kind === 'file' && current.hash === hash ? current.bytes : readPreImage(dir, hash)
}

function hashOf(current: FileState): string | null {
  return current.kind === 'file' ? current.hash : null
}
