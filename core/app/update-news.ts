import type { Storage } from '../storage/types.ts'
import type { HostPlatform } from './types.ts'

/** Whether this version is new to the person, kept in the database: it is told in the first run of a newer version, and in no other. */
interface UpdateNews {
  /** The version that ran before; undefined: nothing to tell. A first-ever start has nothing, an older version neither. */
  updatedFrom(): string | undefined
  /** The person has seen it. */
  seen(): void
}

export function createUpdateNews({ storage, platform }: { storage: Storage; platform: HostPlatform }): UpdateNews {
  let from: string | undefined
  let isCompared = false

  /** With the first window that asks: a command that ran before it must not take its news away. */
  function compare(): void {
    if (isCompared || platform.host === 'cli') return
    isCompared = true
    const newest = storage.newestVersion.get()
    if (newest !== undefined && !isNewer(platform.version, newest)) return
    storage.newestVersion.set(platform.version)
    from = newest
  }

  return {
    updatedFrom() {
      compare()
      return from
    },
    seen: () => void (from = undefined),
  }
}

/** By the numbers; of the same numbers, one without `-beta.1` is the newer. */
export function isNewer(version: string, than: string): boolean {
  const [[mine = '', beta = ''], [theirs = '', theirBeta = '']] = [parts(version), parts(than)]
  const order = byNumber.compare(mine, theirs)
  if (order !== 0) return order > 0
  if (beta === '' || theirBeta === '') return beta === '' && theirBeta !== ''
  return byNumber.compare(beta, theirBeta) > 0
}

const byNumber = new Intl.Collator('en', { numeric: true })

function parts(version: string): readonly string[] {
  const at = version.indexOf('-')
  return at < 0 ? [version] : [version.slice(0, at), version.slice(at + 1)]
}
