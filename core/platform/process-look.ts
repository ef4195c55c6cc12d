import { readFile } from 'node:fs/promises'
import { markedProcesses, markOf, type ProcessFamily } from './process-mark.ts'
import { listProcesses, type ProcessRow } from './process-table.ts'

/** All processes at one moment. */
export interface ProcessLook {
  readonly rows: readonly ProcessRow[]
  /** Who carries the family's mark, the leader left out; Linux only. */
  marked(family: ProcessFamily): Promise<readonly number[]>
}

/** Shows all processes. Each look begins after it was asked for. */
export type LookAtProcesses = () => Promise<ProcessLook>

/** A look of one's own; of the marks only those are read that may be the family's. */
export const lookAlone: LookAtProcesses = async () => ({ rows: await listProcesses(), marked: markedProcesses })

/**
 * For many that end their processes together: those that ask while a look goes on share the next one, with the marks of all. One
 * look costs two reads a process; twenty of them at once kept a machine busy for seconds.
 */
export function sharedLooks(): LookAtProcesses {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<ProcessLook> | undefined
  return () => {
    if (next) return next
    const mine = running.then(() => {
      next = undefined
      return lookTogether()
    })
    next = mine
    running = mine.catch(() => undefined)
    return mine
  }
}

async function lookTogether(): Promise<ProcessLook> {
  const rows = await listProcesses()
  let marks: Promise<ReadonlyMap<string, readonly number[]>> | undefined
  return {
    rows,
    async marked({ leader, mark }) {
      if (process.platform !== 'linux' || mark === undefined) return []
      return ((await (marks ??= marksOf(rows))).get(mark) ?? []).filter((pid) => pid !== leader)
    },
  }
}

async function marksOf(rows: readonly ProcessRow[]): Promise<ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, number[]>()
  const read = async ({ pid }: ProcessRow): Promise<void> => {
    // Gone, or not ours to look at.
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
    const mark = markOf(environment)
    if (mark !== undefined) found.set(mark, [...(found.get(mark) ?? []), pid])
  }
  await Promise.all(rows.map(read))
  return found
}
