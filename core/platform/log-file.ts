import { appendFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clock } from '../base/clock.ts'
import type { Logger, LogLevel } from './platform.ts'

export interface LogFile extends Logger {
  /** Resolves when everything logged so far is on disk. */
  flush(): Promise<void>
}

export interface LogFileOptions {
  readonly path: string
  /** `MEWCODE_LOG`: a level, and levels by component: `info,mcp=debug`. */
  readonly levels: string | undefined
  readonly clock: Clock
  /** Takes secrets out of a finished line. */
  redact(line: string): string
  /** A full file becomes `.1`, the former `.1` becomes `.2`; three in all. */
  readonly maxBytes?: number
  /** Told once, when the log cannot be written; nothing else happens then. */
  onFailure?(error: unknown): void
}

const RANK: Readonly<Record<LogLevel, number>> = { error: 0, warn: 1, info: 2, debug: 3 }
const MAX_BYTES = 5 << 20
/** One runaway value must not fill the log. */
const MAX_LINE = 16_384

/** A log of JSON lines. Logging never waits for the disk and never fails. */
export function createLogFile(options: LogFileOptions): LogFile {
  const allowed = parseLevels(options.levels)
  let waiting: string[] = []
  let writing: Promise<void> | undefined
  let broken = false

  const drain = async (): Promise<void> => {
    try {
      await mkdir(dirname(options.path), { recursive: true, mode: 0o700 })
      while (waiting.length > 0) {
        const lines = waiting.join('')
        waiting = []
        await rotateWhenFull(options.path, options.maxBytes ?? MAX_BYTES)
        await appendFile(options.path, lines, { mode: 0o600 })
      }
    } catch (error) {
      // A full or read-only disk must not end anybody's work.
      broken = true
      waiting = []
      options.onFailure?.(error)
    } finally {
      writing = undefined
    }
  }

  return {
    log(level, component, msg, fields) {
      if (broken || RANK[level] > allowed(component)) return
      const head = { ts: new Date(options.clock.now()).toISOString(), level, component }
      const line = options.redact(JSON.stringify({ ...head, msg, ...plain(fields) }))
      // Cut after redaction, or half a secret could slip through.
      waiting.push(`${line.length <= MAX_LINE ? line : JSON.stringify({ ...head, msg: line.slice(0, MAX_LINE / 4).toWellFormed() })}\n`)
      writing ??= drain()
    },
    async flush() {
      while (writing) await writing
    },
  }
}

/** Errors do not survive JSON on their own. */
function plain(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? (value.stack ?? value.message) : value]),
  )
}

function parseLevels(spec: string | undefined): (component: string) => number {
  let general = RANK.info
  const own = new Map<string, number>()
  for (const part of (spec ?? '').split(',')) {
    const [left = '', right] = part.trim().split('=')
    if (right === undefined && isLevel(left)) general = RANK[left]
    if (right !== undefined && isLevel(right)) own.set(left, RANK[right])
  }
  return (component) => own.get(component) ?? general
}

function isLevel(text: string): text is LogLevel {
  return Object.hasOwn(RANK, text)
}

async function rotateWhenFull(path: string, maxBytes: number): Promise<void> {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  )
  if (size < maxBytes) return
  await rm(`${path}.2`, { force: true })
  await rename(`${path}.1`, `${path}.2`).catch(() => undefined)
  await rename(path, `${path}.1`)
}
