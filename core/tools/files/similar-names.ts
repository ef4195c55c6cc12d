import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { shownPath } from './locate.ts'

const MAX_NAMES = 3
/** A folder of more names is not compared whole. */
const MAX_COMPARED = 5_000

/** Up to three names beside a missing file that look like it, as paths to show. */
export async function similarNames(absolute: string, projectRoot: string): Promise<readonly string[]> {
  const folder = dirname(absolute)
  const wanted = basename(absolute)
  const names = await readdir(folder).catch(() => [])
  return (
    names
      .slice(0, MAX_COMPARED)
      // A link without a target stands there under the very name.
      .filter((name) => name !== wanted)
      .map((name) => ({ name, score: likeness(name.toLowerCase(), wanted.toLowerCase()) }))
      .filter(({ score }) => score >= 0.5)
      .sort((a, b) => b.score - a.score || a.name.localeCompare(b.name))
      .slice(0, MAX_NAMES)
      .map(({ name }) => shownPath(join(folder, name), projectRoot))
  )
}

/** 1 for equal names, 0 for nothing in common: shared pairs of letters, and one name standing in the other. */
function likeness(a: string, b: string): number {
  if (a === b) return 1
  if (a.includes(b) || b.includes(a)) return 0.9
  const pairs = pairsOf(a)
  const others = pairsOf(b)
  if (pairs.size + others.size === 0) return 0
  let shared = 0
  for (const pair of pairs) if (others.has(pair)) shared++
  return (2 * shared) / (pairs.size + others.size)
}

function pairsOf(name: string): ReadonlySet<string> {
  return new Set(Array.from({ length: Math.max(name.length - 1, 0) }, (_, at) => name.slice(at, at + 2)))
}
