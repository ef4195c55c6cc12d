import { sharedLooks } from './process-look.ts'
import type { ProcessFamily } from './process-mark.ts'
import type { ProcessRow } from './process-table.ts'
import { endProcessTree } from './process-tree.ts'
import { membersNow } from './processes-now.ts'

// Children are the process's own and die or stay with it, whichever object started them: so there is one list of them.
const families = new Set<ProcessFamily>()
// Whoever was found below them since their end began and is not gone yet.
const ending = new Set<Map<number, ProcessRow>>()

/** Something of this family runs, or may; returns the undo. */
export function keepFamily(family: ProcessFamily): () => void {
  // Kept anew each time: what a family's leader's end lets go must not be what the end of its last member waits for.
  const kept = { ...family }
  families.add(kept)
  return () => void families.delete(kept)
}

/**
 * Ends every child of this program, of whatever kind, and all that came from them: TERM at once, KILL after `graceMs`. For a host
 * that goes; children started meanwhile are not part of it.
 */
export async function endAllChildren(graceMs: number): Promise<void> {
  const look = sharedLooks()
  const end = async (family: ProcessFamily): Promise<void> => {
    const known = new Map<number, ProcessRow>()
    ending.add(known)
    await endProcessTree(family, { graceMs, look, known })
    ending.delete(known)
  }
  await Promise.all([...families].map(end))
}

/**
 * The last word of a host that must go at this moment: the groups of its children and all that came from them are killed, and nobody
 * is waited for. A number found two seconds ago is nobody else's yet.
 */
export function killAllChildren(): void {
  // A leader that never came up is 0, and its group would be our own.
  const all = [...families].filter(({ leader }) => leader !== 0)
  const found = [...ending].flatMap((known) => [...known.keys()])
  if (all.length === 0 && found.length === 0) return
  // On a busy machine the looks that went before may not have come back. Before the first kill, since a parent's end takes the link away.
  const below = membersNow(all)
  for (const { leader } of all) kill(-leader)
  for (const pid of [...found, ...below]) kill(pid)
  // Whoever was born between the look and the kill.
  for (const pid of membersNow(all)) kill(pid)
}

function kill(target: number): void {
  try {
    process.kill(target, 'SIGKILL')
  } catch {
    // Gone meanwhile.
  }
}
