import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const DAY_MS = 86_400_000

export interface Retention {
  /** Files nobody used for longer go. */
  readonly days: number
  /** Bytes of one session's files; beyond them the oldest go. */
  readonly sessionBytes: number
}

interface KeptFile {
  readonly path: string
  readonly size: number
  readonly usedAt: number
}

/** What lies beside the record: the record itself (prompts, answers, results, diffs) is never swept. */
const folders = ['attachments', 'blobs', 'pre-images', 'spill']

/** Deletes what is too old, then the oldest beyond the size, of every session but the kept ones. One file's trouble stops nothing. */
export async function sweepSessions(
  sessionsDir: string,
  { now, retention, isKept, signal }: { now: number; retention: Retention; isKept: (sessionId: string) => boolean; signal: AbortSignal },
): Promise<void> {
  for (const sessionId of await namesIn(sessionsDir)) {
    if (signal.aborted) return
    if (isKept(sessionId)) continue
    await sweepSession(path.join(sessionsDir, sessionId), { now, retention })
  }
}

async function sweepSession(sessionDir: string, { now, retention }: { now: number; retention: Retention }): Promise<void> {
  const files = (await Promise.all(folders.map((folder) => filesIn(path.join(sessionDir, folder))))).flat()
  let bytes = 0
  for (const file of files.toSorted((a, b) => b.usedAt - a.usedAt)) {
    bytes += file.size
    if (bytes <= retention.sessionBytes && now - file.usedAt <= retention.days * DAY_MS) continue
    await rm(file.path, { force: true }).catch(() => undefined)
    bytes -= file.size
  }
}

async function filesIn(folder: string): Promise<KeptFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter((entry) => entry.isFile())
    .map(async (entry): Promise<KeptFile[]> => {
      const full = path.join(entry.parentPath, entry.name)
      const facts = await stat(full).catch(() => undefined)
      return facts ? [{ path: full, size: facts.size, usedAt: facts.mtimeMs }] : []
    })
  return (await Promise.all(files)).flat()
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
