import { existsSync, readFileSync } from 'node:fs'

/** Those of these processes that still run (Linux); one that has ended and was not waited for yet does not. */
export function alive(pids: readonly number[]): number[] {
  return pids.filter((pid) => {
    if (!existsSync(`/proc/${pid}/stat`)) return false
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] !== 'Z'
  })
}
