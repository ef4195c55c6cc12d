/** The last moment a `Date` knows. */
const LAST_MS = 8.64e15
/** Of one answer. A file's worth of them is still a number that can be added and kept. */
const MAX_TOKENS = 1_000_000_000
const MAX_TITLE_CHARS = 500

/** A moment a file names, as one that can be kept and shown; 0 where it is none. */
export function moment(ms: number): number {
  return ms >= 0 && ms <= LAST_MS ? Math.trunc(ms) : 0
}

/** A file's count of tokens; one that is none is 0. */
export function tokens(count: unknown): number {
  return typeof count === 'number' && Number.isSafeInteger(count) ? Math.min(Math.max(count, 0), MAX_TOKENS) : 0
}

export function boundedTitle(title: string): string {
  return title.slice(0, MAX_TITLE_CHARS).toWellFormed().trim()
}
