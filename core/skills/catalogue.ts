import { createEstimator } from '../llm/index.ts'
import { nameKey } from './skill-name.ts'
import type { UsableSkill } from './types.ts'

/** Characters of one skill's words; what is longer is cut. */
const MAX_WORDS = 1_536
/** Of the model's window, for the whole catalogue. */
const SHARE = 0.02
/** Tokens for the words around the lines. */
const AROUND = 150

export interface Catalogue {
  /** A line a skill, by id. */
  readonly lines: ReadonlyMap<string, string>
  /** How many are there by name only. */
  readonly bare: number
  /** How many are not there. */
  readonly left: number
}

/**
 * What the model is told of skills before it needs one: never more than 2 % of its window (in tokens), however many there
 * are. The least used lose their text first, then their names; of those used alike the weakest. `uses`: by `nameKey`. Descriptions are one line each, whatever the files hold.
 */
export function catalogueOf(
  skills: readonly UsableSkill[],
  windowTokens: number,
  uses: ReadonlyMap<string, number> = new Map(),
): Catalogue {
  const estimate = createEstimator()
  // Only as many are estimated as there is room for: of thousands most are not even looked at.
  const entries = skills.map(({ id, text }) => {
    const bare = `- ${id}`
    return { id, bare, full: () => `${bare}: ${oneLine([text.description, text.whenToUse].filter((one) => one !== '').join(' '))}` }
  })
  const usesOf = ({ id }: { id: string }): number => uses.get(nameKey(id)) ?? 0
  const ranked = uses.size === 0 ? entries : entries.toSorted((a, b) => usesOf(b) - usesOf(a))
  const room = Math.max(0, Math.floor(windowTokens * SHARE) - AROUND)
  const bareTokens = ({ bare }: { bare: string }): number => estimate.text(`${bare}\n`)
  const names = fitting(ranked, room, bareTokens)
  const kept = ranked.slice(0, names.count)
  const texts = fitting(kept, room - names.used, (one) => estimate.text(`${one.full()}\n`) - bareTokens(one))
  const lineOf = new Map(kept.map(({ id, bare, full }, index) => [id, index < texts.count ? full() : bare]))
  // In the order they have, whatever is used how often.
  const lines = new Map(entries.flatMap(({ id }) => (lineOf.has(id) ? [[id, lineOf.get(id) ?? ''] as const] : [])))
  return { lines, bare: kept.length - texts.count, left: entries.length - kept.length }
}

function fitting<E>(entries: readonly E[], room: number, cost: (entry: E) => number): { count: number; used: number } {
  let used = 0
  let count = 0
  for (const entry of entries) {
    if (used + cost(entry) > room) break
    used += cost(entry)
    count += 1
  }
  return { count, used }
}

function oneLine(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu, ' ').trim()
  const safe = line.replaceAll(/<(?=\/?skills\b)/gi, '&lt;')
  return (safe.length > MAX_WORDS ? `${safe.slice(0, MAX_WORDS - 1).trimEnd()}…` : safe).toWellFormed()
}
