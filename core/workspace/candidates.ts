import { setImmediate } from 'node:timers/promises'
import type { FileMatch } from '../contract/workspace.ts'
import { lettersOf, score, spell, type Spelled } from './fuzzy.ts'

/** Entries looked at before others get their turn on the event loop. */
const SLICE = 20_000

interface Candidate {
  readonly path: string
  readonly spelled: Spelled
  /** Which letters it holds, one bit each. */
  readonly letters: number
}

/** Paths to choose from; folders come from the files in them. */
export interface Candidates {
  add(path: string): void
  /** No more paths follow. */
  seal(): void
  best(query: string, limit: number): Promise<FileMatch[]>
}

export function createCandidates(): Candidates {
  const all: Candidate[] = []
  const folders = new Set<string>()
  /** What fits the last query, and what was not looked at closely: one that only adds to it fits among these. */
  let last: { query: string; fitting: readonly Candidate[] } | undefined

  const keep = (path: string): void => {
    const lower = path.toLowerCase()
    all.push({ path, spelled: spell(lower), letters: lettersOf(lower) })
  }
  return {
    add(path) {
      keep(path)
      for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
        const folder = path.slice(0, end + 1)
        if (folders.has(folder)) return
        folders.add(folder)
        keep(folder)
      }
    },
    seal: () => (last = undefined),
    async best(query, limit) {
      const wanted = query
        .toLowerCase()
        .replaceAll('\\', '/')
        .replace(/^\.?\//, '')
      const from = last && last.query !== '' && wanted.startsWith(last.query) ? last.fitting : all
      const letters = lettersOf(wanted)
      const fitting: Candidate[] = []
      const found: { path: string; score: number }[] = []
      for (let index = 0; index < from.length; index += 1) {
        if (index > 0 && index % SLICE === 0) await setImmediate()
        const candidate = from[index]
        if (!candidate || (candidate.letters & letters) !== letters) continue
        const worst = found.length === limit ? found[limit - 1] : undefined
        const points = score(candidate.spelled, wanted, worst?.score ?? -Infinity)
        if (points === undefined) continue
        fitting.push(candidate)
        if (points < (worst?.score ?? -Infinity)) continue
        insert(found, { path: candidate.path, score: points }, limit)
      }
      // While the list grows, what did not fit yet may still come.
      last = from === all && fitting.length === all.length ? undefined : { query: wanted, fitting }
      return found.map(({ path }) => ({ path, kind: path.endsWith('/') ? 'folder' : 'file' }))
    },
  }
}

/** Keeps the best `limit`, best first; of equals the shorter path, then the alphabet's order. */
function insert(found: { path: string; score: number }[], one: { path: string; score: number }, limit: number): void {
  const worst = found.at(-1)
  if (found.length === limit && worst && !isBetter(one, worst)) return
  let at = found.length
  for (let before = found[at - 1]; before && isBetter(one, before); before = found[at - 1]) at -= 1
  found.splice(at, 0, one)
  if (found.length > limit) found.pop()
}

function isBetter(one: { path: string; score: number }, other: { path: string; score: number }): boolean {
  if (one.score !== other.score) return one.score > other.score
  if (one.path.length !== other.path.length) return one.path.length < other.path.length
  return one.path < other.path
}
