import { statSync, type Stats } from 'node:fs'

/** What tells one version of a file or folder from another; empty: it is not there. */
export type Stamp = string

export function stampOf({ ino, size, mtimeMs, ctimeMs }: Stats): Stamp {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`
}

/**
 * Whether everything is as it was. Synchronous on purpose: two thousand of these take a few milliseconds, and ten times as
 * long through the thread pool.
 */
export function isUnchanged(stamps: ReadonlyMap<string, Stamp>): boolean {
  for (const [place, stamp] of stamps) {
    if (currentStamp(place) !== stamp) return false
  }
  return true
}

export function currentStamp(place: string): Stamp {
  try {
    const stats = statSync(place, { throwIfNoEntry: false })
    return stats ? stampOf(stats) : ''
  } catch (error) {
    // A link in a circle, or a folder nobody may look into.
    if (error instanceof Error && 'code' in error) return ''
    throw error
  }
}
