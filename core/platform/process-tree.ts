import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { lookAlone, type LookAtProcesses } from './process-look.ts'
import { markedProcesses, type ProcessFamily } from './process-mark.ts'
import { familyOf, readProcess, type ProcessRow } from './process-table.ts'

/** Between the polite signal and the one nothing survives. */
const GRACE_MS = 1_500
/** After SIGKILL the kernel needs a moment; beyond this something is stuck in the kernel and cannot be helped. */
const KILL_WAIT_MS = 400
const POLL_MS = 15
const ENDING_MS = 30

/** Who came from the leader and is still alive, without the leader itself. */
export async function leftBehind(family: ProcessFamily): Promise<readonly ProcessRow[]> {
  if (process.platform === 'win32' || !(await isAnyoneLeft(family))) return []
  // One that is just ending has closed its pipes and still stands in the table for a moment.
  await delay(ENDING_MS)
  if (!(await isAnyoneLeft(family))) return []
  return (await members(family, lookAlone)).filter((row) => row.pid !== family.leader)
}

/** Cheap, but zombies count. */
async function isAnyoneLeft(family: ProcessFamily): Promise<boolean> {
  return signal(-family.leader, 0) || (await markedProcesses(family)).length > 0
}

/** The leader, whoever carries the mark, those known already, their groups and sessions, and everything below any of them. */
async function members(family: ProcessFamily, look: LookAtProcesses, known: Iterable<number> = []): Promise<readonly ProcessRow[]> {
  const { rows, marked: markedNow } = await look()
  const marked = await markedNow(family)
  const found = new Map<number, ProcessRow>()
  for (const pid of [family.leader, ...marked, ...known]) for (const row of familyOf(pid, rows)) found.set(row.pid, row)
  return [...found.values()]
}

interface EndOptions {
  readonly graceMs?: number | undefined
  readonly look?: LookAtProcesses | undefined
  readonly known?: Map<number, ProcessRow>
}

/**
 * Ends everything that came from the leader: TERM, `graceMs`, KILL, looked after.
 * Resolves to the processes that are still there, which is none unless one hangs in the kernel. `known` holds at any moment those
 * that were found and are not gone yet.
 */
export async function endProcessTree(
  family: ProcessFamily,
  { graceMs = GRACE_MS, look = lookAlone, known = new Map() }: EndOptions = {},
): Promise<readonly ProcessRow[]> {
  if (process.platform === 'win32') return endWithTaskkill(family.leader)
  const deadline = performance.now() + graceMs
  // Taken before the signal: once a parent is gone its children belong to init and the link is lost.
  for (const row of await members(family, look)) known.set(row.pid, row)
  if (known.size === 0) return []
  signalAll(family.leader, known.values(), 'SIGTERM')
  if (await goneBy(known, deadline)) return survivors(family, look, known)
  // First what is known, since a look at all processes takes its time on a busy machine.
  signalAll(family.leader, known.values(), 'SIGKILL')
  await addNewborn(family, look, known)
  signalAll(family.leader, known.values(), 'SIGKILL')
  await goneBy(known, performance.now() + KILL_WAIT_MS)
  return survivors(family, look, known)
}

/** A last look for processes born while we were killing; those are killed at once. */
async function survivors(family: ProcessFamily, look: LookAtProcesses, known: Map<number, ProcessRow>): Promise<readonly ProcessRow[]> {
  await addNewborn(family, look, known)
  if (known.size === 0) return []
  signalAll(family.leader, known.values(), 'SIGKILL')
  await goneBy(known, performance.now() + KILL_WAIT_MS)
  return [...known.values()]
}

async function addNewborn(family: ProcessFamily, look: LookAtProcesses, known: Map<number, ProcessRow>): Promise<void> {
  for (const row of await members(family, look, known.keys())) if (row.pid !== process.pid) known.set(row.pid, row)
}

function signalAll(leader: number, rows: Iterable<ProcessRow>, name: NodeJS.Signals): void {
  const members = [...rows]
  if (members.some((row) => row.group === leader)) signal(-leader, name)
  for (const row of members) if (row.group !== leader) signal(row.pid, name)
}

async function goneBy(known: Map<number, ProcessRow>, deadline: number): Promise<boolean> {
  for (;;) {
    await dropGone(known)
    if (known.size === 0) return true
    if (performance.now() > deadline) return false
    await delay(POLL_MS)
  }
}

async function dropGone(known: Map<number, ProcessRow>): Promise<void> {
  for (const row of [...known.values()]) {
    const alive = process.platform === 'linux' ? (await readProcess(row.pid))?.started === row.started : signal(row.pid, 0)
    if (!alive) known.delete(row.pid)
  }
}

/** False when there is nobody to hear it (or it is not ours to signal). */
function signal(target: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, name)
  } catch {
    return false
  }
}

async function endWithTaskkill(leader: number): Promise<readonly ProcessRow[]> {
  await new Promise<void>((resolve) => {
    const child = spawn('taskkill', ['/PID', String(leader), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  return []
}
