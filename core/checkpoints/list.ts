import type { ChangedFile, ChangedTurn, ChangeState, Hunk } from '../contract/changes.ts'
import { AppError } from '../contract/errors.ts'
import { shownPath } from '../tools/index.ts'
import type { FileChangeRecord } from '../storage/checkpoint-types.ts'
import type { Storage } from '../storage/types.ts'
import { readState, type FileState } from './file-state.ts'
import { hunksBetween } from './hunks.ts'
import { limits } from './limits.ts'
import { inForce, readLedger } from './ledger.ts'
import { isOurs } from './plan.ts'
import { readPreImage } from './pre-images.ts'
import { contentOf, findFile, spanOf } from './revert.ts'
import type { ProjectSession } from './rewind-files.ts'

const PROMPT_CHARS = 200

interface Count {
  added: number
  removed: number
}

/** What tools changed, by file and by turn, and how each file stands to it now. */
export async function listChanges(
  { checkpoints, messages }: Storage,
  session: ProjectSession,
): Promise<{ files: ChangedFile[]; turns: ChangedTurn[] }> {
  const ledger = await readLedger(checkpoints, session.id)
  const counts = new Map<string, Count>()
  for await (const { toolCallId, meta } of messages.changes(session.id))
    counts.set(toolCallId, { added: meta.added ?? 0, removed: meta.removed ?? 0 })
  const files: { file: ChangedFile; lastN: number }[] = []
  const turns = new Map<string, { at: number; n: number; files: ChangedFile[] }>()
  for (const [path, rows] of ledger.files) {
    const byTools = rows.filter((row) => row.toolCallId !== null)
    const current = await readState(path)
    const alive = inForce(rows, ledger.rewinds)
    const shown = shownPath(path, session.projectRoot)
    const fileOf = (own: readonly FileChangeRecord[]): ChangedFile => ({
      path: shown,
      created: own[0]?.beforeHash === null,
      ...sum(own, counts),
      state: stateOf(rows, own, { current, alive }),
    })
    const last = byTools.at(-1)
    if (last) files.push({ file: fileOf(byTools), lastN: last.n })
    for (const [turnId, own] of Map.groupBy(byTools, (row) => row.turnId)) {
      const first = own[0]
      if (!first) continue
      const turn = turns.get(turnId) ?? { at: first.createdAt, n: first.n, files: [] }
      turns.set(turnId, { at: Math.min(turn.at, first.createdAt), n: Math.min(turn.n, first.n), files: [...turn.files, fileOf(own)] })
    }
  }
  return {
    files: files.toSorted((a, b) => b.lastN - a.lastN).map(({ file }) => file),
    turns: [...turns]
      .toSorted(([, a], [, b]) => b.n - a.n)
      .map(([turnId, turn]) => ({
        turnId,
        prompt: checkpoints.promptText(session.id, turnId).slice(0, PROMPT_CHARS),
        at: turn.at,
        files: turn.files,
      })),
  }
}

/** What became of a file since the session began, or in one turn. `AppError('changes.unknown_file')`. */
export async function diffOfFile(
  { checkpoints, messages }: Storage,
  session: ProjectSession,
  { path, turnId }: { path: string; turnId: string | undefined },
): Promise<{ hunks: Hunk[]; truncated: boolean }> {
  const [real, rows] = findFile(await readLedger(checkpoints, session.id), session, path) ?? []
  const span = rows && spanOf(rows, turnId)
  if (real === undefined || !span) throw new AppError('changes.unknown_file', { params: { path } })
  const current = await readState(real)
  const isAsLeft = isOurs(rows, current)
  const before = rows[span.from]?.beforeHash ?? null
  const last = rows[span.until]?.afterHash ?? null
  const after = turnId === undefined && isAsLeft ? hashOf(current) : last
  const [old, now] = await Promise.all([
    before === null ? undefined : readPreImage(session.dir, before),
    after === null ? undefined : contentOf(session.dir, after, current),
  ])
  const isKept = (before === null || old !== undefined) && (after === null || now !== undefined)
  const found = isKept ? await hunksBetween({ before: old, after: now }) : undefined
  // Somebody else's bytes are not taken back, so no place of them is.
  if (found) return isAsLeft ? found : { ...found, hunks: found.hunks.map((hunk) => ({ ...hunk, id: null })) }
  return callDiffs(rows.slice(span.from, span.until + 1), (toolCallId) => messages.toolResult(session.id, toolCallId)?.meta.diff)
}

/** What the calls said of themselves, where the versions are not kept or no text. */
function callDiffs(
  rows: readonly FileChangeRecord[],
  diffOf: (toolCallId: string) => string | undefined,
): { hunks: Hunk[]; truncated: boolean } {
  let room: number = limits.diffChars
  const diffs = rows.flatMap(({ toolCallId }) => (toolCallId === null ? [] : (diffOf(toolCallId) ?? []))).filter((diff) => diff !== '')
  const hunks = diffs.filter((diff) => (room -= diff.length) >= 0).map((diff): Hunk => ({ id: null, diff }))
  return { hunks, truncated: hunks.length < diffs.length }
}

function stateOf(
  rows: readonly FileChangeRecord[],
  own: readonly FileChangeRecord[],
  { current, alive }: { current: FileState; alive: readonly boolean[] },
): ChangeState {
  const mine = new Set(own)
  const isBefore = current.kind !== 'other' && hashOf(current) === own[0]?.beforeHash
  if (!isOurs(rows, current)) return isBefore ? 'reverted' : 'changed'
  return isBefore || rows.every((row, index) => !mine.has(row) || !alive[index]) ? 'reverted' : 'ours'
}

function sum(rows: readonly FileChangeRecord[], counts: ReadonlyMap<string, Count>): Count {
  const total = { added: 0, removed: 0 }
  for (const { toolCallId } of rows) {
    const count = counts.get(toolCallId ?? '')
    total.added += count?.added ?? 0
    total.removed += count?.removed ?? 0
  }
  return total
}

function hashOf(current: FileState): string | null {
  return current.kind === 'file' ? current.hash : null
}
