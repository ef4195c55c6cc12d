import { randomBytes } from 'node:crypto'
import { lstat, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = /^\.mewcode-(\d{1,10})-[0-9a-f]{12}\.tmp$/
/** Its process may be alive on another machine that shares the folder: no write rests that long. */
const DEAD_MS = 10_000
/** The process of that number is alive, but surely another one by now. */
const ANYHOW_MS = 60 * 60_000

/** Beside a file that is about to be replaced: tells whose it is. */
export function tempName(): string {
  return `.mewcode-${process.pid}-${randomBytes(6).toString('hex')}.tmp`
}

/** Removes what killed processes left in `folder`. Never fails: the next write tries again. */
export async function removeStaleTemps(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const pid = NAME.exec(name)?.[1]
    if (pid === undefined) continue
    const path = join(folder, name)
    const stats = await lstat(path).catch(() => undefined)
    if (!stats?.isFile()) continue
    const ageMs = Date.now() - stats.mtimeMs
    if (ageMs > ANYHOW_MS || (ageMs > DEAD_MS && !isAlive(Number(pid)))) await unlink(path).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
