import { createEstimator } from '../llm/index.ts'
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
 * are. The weakest lose their text first, then names go too. Descriptions are one line each, whatever the files hold.
 */
export function catalogueOf(skills: readonly UsableSkill[], windowTokens: number): Catalogue {
  const estimate = createEstimator()
  const entries = skills.map(({ id, text }) => {
    const bare = `- ${id}`
    const words = oneLine([text.description, text.whenToUse].filter((one) => one !== '').join(' '))
    const full = `${bare}: ${words}`
    return { id, bare, full, bareTokens: estimate.text(`${bare}\n`), fullTokens: estimate.text(`${full}\n`) }
  })
  const room = Math.max(0, Math.floor(windowTokens * SHARE) - AROUND)
  const names = fitting(entries, room, ({ bareTokens }) => bareTokens)
  const kept = entries.slice(0, names.count)
  const texts = fitting(kept, room - names.used, ({ bareTokens, fullTokens }) => fullTokens - bareTokens)
  const lines = new Map(kept.map(({ id, bare, full }, index) => [id, index < texts.count ? full : bare]))
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
