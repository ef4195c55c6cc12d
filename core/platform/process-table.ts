import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'

/** One running process. Zombies are left out: they hold nothing and cannot be signalled. */
export interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** Session id on Linux; elsewhere the group again. */
  readonly session: number
  /** Differs between two processes that had the same pid; empty where the system does not tell. */
  readonly started: string
  readonly name: string
}

/** All processes this user can see. Empty on Windows, where trees are ended by `taskkill`. */
export async function listProcesses(): Promise<readonly ProcessRow[]> {
  if (process.platform === 'win32') return []
  if (process.platform !== 'linux') return listWithPs()
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const rows = await Promise.all(pids.map((pid) => readProcess(Number(pid))))
  return rows.filter((row) => row !== undefined)
}

/** The process now behind `pid`, on Linux; undefined when there is none or only a zombie. */
export async function readProcess(pid: number): Promise<ProcessRow | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat === undefined ? undefined : rowOf(pid, stat)
}

/** What `/proc/PID/stat` says; undefined of a zombie. */
export function rowOf(pid: number, stat: string): ProcessRow | undefined {
  // The name stands in parentheses and may contain anything, parentheses too.
  const end = stat.lastIndexOf(')')
  const name = stat.slice(stat.indexOf('(') + 1, end)
  const fields = stat.slice(end + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  return { pid, parent: Number(fields[1]), group: Number(fields[2]), session: Number(fields[3]), started: fields[19] ?? '', name }
}

/** The leader, its group, its session, and everything below any of them. */
export function familyOf(leader: number, rows: readonly ProcessRow[]): readonly ProcessRow[] {
  const family = new Map<number, ProcessRow>()
  for (const row of rows) if (row.pid === leader || row.group === leader || row.session === leader) family.set(row.pid, row)
  for (let grown = true; grown;) {
    grown = false
    for (const row of rows) {
      if (family.has(row.pid) || !family.has(row.parent)) continue
      family.set(row.pid, row)
      grown = true
    }
  }
  return [...family.values()]
}

async function listWithPs(): Promise<readonly ProcessRow[]> {
  const out = await new Promise<string>((resolve) => {
    execFile('/bin/ps', ['-axo', 'pid=,ppid=,pgid=,stat=,lstart=,comm='], { maxBuffer: 8 << 20 }, (_error, stdout) => resolve(stdout))
  })
  return out.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w+ +\w+ +\d+ +[\d:]+ +\d+)\s+(.*)$/.exec(line)
    if (!match || match[4]?.startsWith('Z')) return []
    const group = Number(match[3])
    const name = match[6]?.split('/').at(-1) ?? ''
    return [{ pid: Number(match[1]), parent: Number(match[2]), group, session: group, started: match[5] ?? '', name }]
  })
}
