import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT } from './command.ts'

const LOCK = join(ROOT, 'out/.build-lock')

/** Runs `work` while no other process builds: two commands started at once must not build into one folder. */
export async function withBuildLock<T>(work: () => Promise<T>): Promise<T> {
  await mkdir(join(ROOT, 'out'), { recursive: true })
  while (!(await take())) await wait(200)
  try {
    return await work()
  } finally {
    await rm(LOCK, { force: true })
  }
}

async function take(): Promise<boolean> {
  try {
    await using file = await open(LOCK, 'wx')
    await file.writeFile(String(process.pid))
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    if (!(await holderLives())) await rm(LOCK, { force: true })
    return false
  }
}

async function holderLives(): Promise<boolean> {
  const pid = Number(await readFile(LOCK, 'utf8').catch(() => ''))
  // Empty: taken this instant by a process that has not written its number yet.
  if (!pid) return true
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
