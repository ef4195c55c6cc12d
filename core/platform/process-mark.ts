import { readdir, readFile } from 'node:fs/promises'

/**
 * A process and everything that comes from it. `leader` leads its group; `mark`, where there is one, stands in its
 * environment, which what it starts inherits: the only trace of a daemon, whose group and session are its own and whose
 * parents are gone.
 */
export interface ProcessFamily {
  readonly leader: number
  readonly mark: string | undefined
}

export const MARK_VARIABLE = 'MEWCODE_CALL'

const PREFIX = `${MARK_VARIABLE}=`

/** The mark in the text of `/proc/PID/environ`; undefined where there is none. */
export function markOf(environment: string): string | undefined {
  const variable = environment.split('\0').find((one) => one.startsWith(PREFIX))
  return variable?.slice(PREFIX.length)
}

/** More candidates than this are cheaper to list than to try. */
const TRIED_PIDS = 64

/** Who carries the mark, the leader left out. Linux only; a process that emptied its environment is not found. */
export async function markedProcesses({ leader, mark }: ProcessFamily): Promise<readonly number[]> {
  if (process.platform !== 'linux' || mark === undefined) return []
  const bytes = Buffer.from(`${MARK_VARIABLE}=${mark}`)
  const candidates = await bornAfter(leader)
  const carries = await Promise.all(candidates.map(async (pid) => (await environmentOf(pid))?.includes(bytes) ?? false))
  return candidates.filter((_, at) => carries[at])
}

/** Pids are given in rising order and start anew at the top, so what came after a process need not be looked for among all. */
async function bornAfter(leader: number): Promise<readonly number[]> {
  // Its last word is the pid given last.
  const last = Number((await readFile('/proc/loadavg', 'utf8')).trim().split(' ').at(-1))
  if (last >= leader && last - leader <= TRIED_PIDS) return Array.from({ length: last - leader }, (_, at) => leader + 1 + at)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  return pids.filter((pid) => (last > leader ? pid > leader && pid <= last : pid > leader || pid <= last))
}

/** Undefined when it is gone or not ours to look at. */
async function environmentOf(pid: number): Promise<Buffer | undefined> {
  return readFile(`/proc/${pid}/environ`).catch(() => undefined)
}
