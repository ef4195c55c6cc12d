import { pathGlob } from '../permission/index.ts'
import type { UsableSkill } from './types.ts'

const MAX_PATTERNS = 50
const MAX_CHARS = 300

/** `paths` of a head: a list, or a text of patterns between commas; those in braces are none. `unread`: what is no pattern. */
export function asPatterns(value: unknown): { patterns: string[]; unread: boolean } {
  const written: readonly unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/,(?![^{]*\})/) : []
  const patterns = written.flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim()] : []))
  const fitting = patterns.filter(isPattern).slice(0, MAX_PATTERNS)
  return { patterns: fitting, unread: fitting.length < written.length || (fitting.length === 0 && value !== null) }
}

/** Groups with a repeat could keep a comparison busy for ever. */
function isPattern(one: string): boolean {
  return one.length <= MAX_CHARS && !/[()]/.test(one) && (one.match(/\{/g) ?? []).length <= 5
}

/** The first of the files (from the project's top, with forward slashes) that each skill says it is for, by id. */
export function skillsForFiles(skills: readonly UsableSkill[], files: Iterable<string>): Map<string, string> {
  const all = [...files].map((file) => file.replaceAll('\\', '/').replace(/^\.\//, ''))
  const found = new Map<string, string>()
  for (const { id, text } of skills) {
    const tests = text.paths.map((pattern) => pathGlob(pattern.replace(/^\.?\//, '')))
    const file = all.find((one) => tests.some((fits) => fits(one)))
    if (file !== undefined) found.set(id, file)
  }
  return found
}
