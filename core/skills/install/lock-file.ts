import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import { writeFileAtomic } from '../../platform/index.ts'
import { isBadName } from '../skill-name.ts'

/** What is known of an installed skill: enough to tell whether it is still that, and to fetch it again. */
export const LockEntry = z.object({
  source: z.string(),
  origin: z.string(),
  ref: z.string(),
  commit: z.string(),
  path: z.string(),
  /** Over all files, text with LF. */
  treeHash: z.string(),
  /** SHA-256 by path. */
  files: z.record(z.string(), z.string()),
  scan: z.object({ verdict: z.enum(['clean', 'warn', 'critical']), rules: z.number().int() }),
  /** Name of the key whose signature was good. */
  signedBy: z.string().optional(),
  /** Of the product that installed it. */
  installer: z.string(),
  /** ISO 8601, UTC. */
  installedAt: z.string(),
})
export type LockEntry = z.infer<typeof LockEntry>

const Lock = z.looseObject({
  version: z.literal(1),
  skills: z.record(
    z.string().refine((id) => !isBadName(id) && !id.startsWith('.')),
    LockEntry,
  ),
})
export type Lock = z.infer<typeof Lock>

/** Empty where there is none. `AppError('install.lock_unread')`. */
export async function readLock(file: string): Promise<Lock> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw unread(file, cause)
  })
  if (text === undefined) return { version: 1, skills: Object.create(null) }
  try {
    const lock = Lock.parse(JSON.parse(text))
    // A skill may be called `constructor`.
    return { ...lock, skills: Object.assign(Object.create(null), lock.skills) }
  } catch (cause) {
    throw unread(file, cause)
  }
}

/** Keys in order, so that version control shows what changed. */
export async function writeLock(file: string, lock: Lock): Promise<void> {
  const skills = Object.fromEntries(Object.entries(lock.skills).sort(([a], [b]) => (a < b ? -1 : 1)))
  await mkdir(path.dirname(file), { recursive: true })
  await writeFileAtomic(file, Buffer.from(`${JSON.stringify({ ...lock, skills }, undefined, 2)}\n`))
}

function unread(file: string, cause: unknown): AppError {
  const detail = cause instanceof z.ZodError ? 'version 1' : cause instanceof Error ? cause.message : String(cause)
  return new AppError('install.lock_unread', { params: { file, detail }, cause })
}
