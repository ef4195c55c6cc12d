import { readFileSync, readlinkSync } from 'node:fs'

/** A process, told apart from a later one that got the same number. */
export interface ProcessIdentity {
  readonly host: string
  /** This start of this system, and the pid space the number counts in; empty where the system does not say. */
  readonly bootId: string
  readonly pid: number
  /** Ticks since boot; empty where the system does not say. */
  readonly startedAt: string
  readonly program: string
}

export function thisProcess(host: string, program: string): ProcessIdentity {
  return { host, bootId: bootId(), pid: process.pid, startedAt: startOf(process.pid) ?? '', program }
}

/** Field 22 of `/proc/<pid>/stat`; undefined where there is no such file (no such process, or not Linux). */
export function startOf(pid: number): string | undefined {
  const stat = readIfThere(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  // The second field, the program's name, may hold blanks and brackets itself.
  return stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .at(19)
}

/** Whether some process has this number now. */
export function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function bootId(): string {
  const boot = readIfThere(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim())
  const pidSpace = readIfThere(() => readlinkSync('/proc/self/ns/pid'))
  return boot === undefined ? '' : `${boot} ${pidSpace ?? ''}`
}

function readIfThere(read: () => string): string | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
