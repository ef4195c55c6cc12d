import { readdirSync, readFileSync } from 'node:fs'
import { markOf, type ProcessFamily } from './process-mark.ts'
import { familyOf, rowOf, type ProcessRow } from './process-table.ts'

/**
 * Everyone of these families, found without letting anything else come between: for a host that goes at this moment, whose
 * windows are gone. Linux only, elsewhere nobody.
 */
export function membersNow(families: readonly ProcessFamily[]): readonly number[] {
  const rows = listProcesses()
  const marks = new Set(families.flatMap(({ mark }) => mark ?? []))
  const marked = marks.size === 0 ? [] : rows.filter(({ pid }) => marks.has(markOf(environmentOf(pid)) ?? ''))
  const roots = [...families.map(({ leader }) => leader), ...marked.map(({ pid }) => pid)]
  return [...new Set(roots.flatMap((root) => familyOf(root, rows).map(({ pid }) => pid)))]
}

function listProcesses(): readonly ProcessRow[] {
  if (process.platform !== 'linux') return []
  return pids().flatMap((pid) => {
    try {
      return rowOf(pid, readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    } catch {
      // Gone meanwhile.
      return []
    }
  })
}

function pids(): readonly number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    // Without a handle left nobody is found; a host that goes must go all the same.
    return []
  }
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    // Gone, or not ours to look at.
    return ''
  }
}
