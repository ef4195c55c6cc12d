import { mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_MS = 40
/** Longer than any work under a lock may take: whoever holds it still is stuck. */
const STALE_MS = 90_000
/** A breaker works for microseconds. */
const BREAKER_STALE_MS = 5_000

/**
 * Runs `work` while no other process runs work under the same file, which is made and removed for it. One whose process is
 * gone is broken. Rejects after `waitMs` without a turn, and with the work's own error.
 */
export async function holdAcrossProcesses<T>(file: string, work: () => Promise<T>, { waitMs }: { waitMs: number }): Promise<T> {
  const endsAt = performance.now() + waitMs
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  while (!(await take(file))) {
    await breakIfStale(file)
    if (performance.now() > endsAt) throw new Error(`${file} is held by another process`)
    await pause(LOOK_MS)
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function take(file: string): Promise<boolean> {
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === 'EEXIST' || error.code === 'EPERM')) return undefined
    throw error
  })
  if (!handle) return false
  await handle.writeFile(String(process.pid))
  await handle.close()
  return true
}

/** Under a lock of its own, so that two who find the same dead holder do not remove each other's. */
async function breakIfStale(file: string): Promise<void> {
  if (!(await isStale(file))) return
  const breaker = `${file}.break`
  if (!(await take(breaker))) {
    if (await isOlderThan(breaker, BREAKER_STALE_MS)) await rm(breaker, { force: true })
    return
  }
  try {
    if (await isStale(file)) await rm(file, { force: true })
  } finally {
    await rm(breaker, { force: true })
  }
}

async function isStale(file: string): Promise<boolean> {
  if (await isOlderThan(file, STALE_MS)) return true
  const pid = Number(await readFile(file, 'utf8').catch(() => ''))
  // Empty for the moment between making and writing it.
  return pid > 0 && !isAlive(pid)
}

async function isOlderThan(file: string, ms: number): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > ms
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's process is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
