import type { CheckpointRepository, FileChangeRecord, RewindRecord } from '../storage/checkpoint-types.ts'

/** All changes of a session by file, oldest first, and the rewinds among them. */
export interface Ledger {
  readonly files: ReadonlyMap<string, readonly FileChangeRecord[]>
  readonly rewinds: ReadonlyMap<string, RewindRecord>
}

export async function readLedger(checkpoints: CheckpointRepository, sessionId: string): Promise<Ledger> {
  const files = new Map<string, FileChangeRecord[]>()
  const rewinds = new Map<string, RewindRecord>()
  for await (const row of checkpoints.changes(sessionId)) {
    const rows = files.get(row.path)
    if (rows) rows.push(row)
    else files.set(row.path, [row])
    const rewind = row.rewindId !== null && !rewinds.has(row.rewindId) ? checkpoints.rewind(sessionId, row.rewindId) : undefined
    if (rewind) rewinds.set(rewind.id, rewind)
  }
  return { files, rewinds }
}

/** Which of a file's changes are in force: a rewind takes some back, and taking that back brings them to life again. */
export function inForce(rows: readonly FileChangeRecord[], rewinds: Ledger['rewinds']): readonly boolean[] {
  let alive: readonly boolean[] = rows.map(() => true)
  const before = new Map<string, readonly boolean[]>()
  for (const [index, { rewindId }] of rows.entries()) {
    const rewind = rewindId === null ? undefined : rewinds.get(rewindId)
    if (!rewind) continue
    const now = alive
    before.set(rewind.id, now)
    const undone = before.get(rewind.target)
    alive = undone
      ? rows.map((_, at) => (at < index ? (undone[at] ?? true) : true))
      : rows.map((row, at) => (at < index ? now[at] === true && !takesBack(rewind, row) : true))
  }
  return alive
}

function takesBack(rewind: RewindRecord, row: FileChangeRecord): boolean {
  if (rewind.kind === 'rewind') return rewind.fromMessageN !== null ? row.messageN >= rewind.fromMessageN : row.n > rewind.changeN
  // One place of a file leaves the rest of the change in force.
  if (rewind.what === 'hunk') return false
  return rewind.target === '' || row.turnId === rewind.target
}
