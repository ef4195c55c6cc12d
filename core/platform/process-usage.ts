import { readFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { familyOf, listProcesses } from './process-table.ts'

/** What a process and all that came from it use. */
export interface ProcessUsage {
  readonly memoryBytes: number
  /** Of processor time, since they began; those that ended are not in it. */
  readonly cpuMs: number
}

interface OwnUsage extends ProcessUsage {
  readonly pid: number
}

/** Of each leader that is there, in one look. Empty on Windows. */
export async function usageOf(leaders: readonly number[]): Promise<ReadonlyMap<number, ProcessUsage>> {
  if (leaders.length === 0 || process.platform === 'win32') return new Map()
  const rows = await listProcesses()
  const families = leaders.map((leader) => [leader, familyOf(leader, rows).map(({ pid }) => pid)] as const)
  const pids = [...new Set(families.flatMap(([, members]) => members))]
  const read = process.platform === 'linux' ? await Promise.all(pids.map(readProc)) : await readPs(pids)
  const own = new Map(read.flatMap((one) => (one ? [[one.pid, one] as const] : [])))
  return new Map(
    families.flatMap(([leader, members]) => {
      const found = members.flatMap((pid) => own.get(pid) ?? [])
      if (found.length === 0) return []
      return [[leader, { memoryBytes: sum(found.map((one) => one.memoryBytes)), cpuMs: sum(found.map((one) => one.cpuMs)) }] as const]
    }),
  )
}

/** Linux counts in hundredths of a second towards programs, whatever its own clock does. */
const TICK_MS = 10

async function readProc(pid: number): Promise<OwnUsage | undefined> {
  const [stat, status] = await Promise.all(
    ['stat', 'status'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => undefined)),
  )
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status ?? '')?.[1]
  if (stat === undefined || kilobytes === undefined) return undefined
  // The name stands in parentheses and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { pid, memoryBytes: Number(kilobytes) * 1024, cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS }
}

async function readPs(pids: readonly number[]): Promise<readonly OwnUsage[]> {
  const out = await new Promise<string>((resolve) => {
    execFile('/bin/ps', ['-o', 'pid=,rss=,time=', '-p', pids.join(',')], (_error, stdout) => resolve(stdout))
  })
  return out.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(?:(\d+)-)?(?:(\d+):)?(\d+):([\d.]+)\s*$/.exec(line)
    if (!match) return []
    const [, pid, kilobytes, days = 0, hours = 0, minutes, seconds] = match
    const cpuSeconds = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)
    return [{ pid: Number(pid), memoryBytes: Number(kilobytes) * 1024, cpuMs: Math.round(cpuSeconds * 1_000) }]
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
