import type { FileMatch } from '../contract/workspace.ts'
import type { Environment } from '../platform/index.ts'
import { createCandidates, type Candidates } from './candidates.ts'
import { listFiles } from './list-files.ts'

/** A list older than this is made anew behind the answer. */
const FRESH_MS = 5_000
/** A query waits this long for the first list; then it answers with what is there. */
const FIRST_WAIT_MS = 150
const LISTING_TIMEOUT_MS = 60_000
/** Folders of projects nobody asks about any more are forgotten. */
const MAX_PROJECTS = 8

export interface FileIndex {
  /** Best first. `indexing`: the first list of this folder is not whole yet. `AppError('tool.ripgrep_missing')`. */
  find(projectRoot: string, query: { query: string; limit: number }): Promise<{ matches: FileMatch[]; indexing: boolean }>
  close(): void
}

interface Listing {
  candidates: Candidates
  /** When the last whole list was made; undefined: there is none yet. */
  madeAt: number | undefined
  running: Promise<void> | undefined
}

/** Names of a project's files as ripgrep lists them, kept in memory: `.gitignore` holds, `.git` is left out. */
export function createFileIndex({ env, now }: { env: Environment; now: () => number }): FileIndex {
  const listings = new Map<string, Listing>()
  const stop = new AbortController()

  async function list(projectRoot: string, listing: Listing): Promise<void> {
    const fresh = listing.madeAt === undefined ? listing.candidates : createCandidates()
    await listFiles(projectRoot, { env, timeoutMs: LISTING_TIMEOUT_MS, signal: stop.signal, onPath: fresh.add })
    fresh.seal()
    listing.candidates = fresh
    listing.madeAt = now()
  }

  return {
    async find(projectRoot, { query, limit }) {
      const listing = listings.get(projectRoot) ?? { candidates: createCandidates(), madeAt: undefined, running: undefined }
      // The one asked about last is forgotten last.
      listings.delete(projectRoot)
      listings.set(projectRoot, listing)
      for (const oldest of [...listings.keys()].slice(0, -MAX_PROJECTS)) listings.delete(oldest)
      if (listing.madeAt === undefined || now() - listing.madeAt > FRESH_MS) {
        listing.running ??= list(projectRoot, listing).finally(() => (listing.running = undefined))
        listing.running.catch(() => undefined)
      }
      if (listing.madeAt === undefined && listing.running) await atMost(listing.running, FIRST_WAIT_MS)
      return { matches: await listing.candidates.best(query, limit), indexing: listing.madeAt === undefined }
    },
    close: () => stop.abort(),
  }
}

/** A failure is told; a wait that is too long is not. */
async function atMost(work: Promise<void>, ms: number): Promise<void> {
  const limit = Promise.withResolvers<void>()
  const timer = setTimeout(() => limit.resolve(), ms)
  try {
    await Promise.race([work, limit.promise])
  } finally {
    clearTimeout(timer)
  }
}
