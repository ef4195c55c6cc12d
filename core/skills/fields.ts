import { asText } from '../frontmatter/index.ts'
import type { SkillFact } from './types.ts'

/** Of a map that is shown; what is longer or more is cut. */
const MAX_FACTS = 40
const MAX_NAME = 80
const MAX_VALUE = 400
/** Of a map or a list within. */
const MAX_INSIDE = 10
const MAX_DEPTH = 3

/** YAML 1.2 reads `yes` and `on` as words; `undefined` for what is neither yes nor no. */
export function asFlag(value: unknown): boolean | undefined {
  const word = asText(value)?.toLowerCase() ?? ''
  if (['true', 'yes', 'on', '1'].includes(word)) return true
  return ['false', 'no', 'off', '0'].includes(word) ? false : undefined
}

/** Prose; a list is read as its lines. */
export function asProse(value: unknown): string {
  if (Array.isArray(value)) return value.flatMap((item) => asText(item) ?? []).join(' ')
  return asText(value) ?? ''
}

/** A map as names and texts; anything else says nothing. */
export function asFacts(value: unknown): SkillFact[] {
  if (!isMap(value)) return []
  return Object.entries(value)
    .slice(0, MAX_FACTS)
    .map(([name, each]) => ({ name: name.slice(0, MAX_NAME), value: factText(each, MAX_DEPTH).slice(0, MAX_VALUE) }))
}

/** What lies within is said in the same line, to a depth. */
function factText(value: unknown, depth: number): string {
  const text = asText(value)
  if (text !== undefined) return text.slice(0, MAX_VALUE)
  if (depth === 0) return '…'
  if (Array.isArray(value))
    return value
      .slice(0, MAX_INSIDE)
      .map((each) => factText(each, depth - 1))
      .join(', ')
  if (!isMap(value)) return ''
  const inside = Object.entries(value).slice(0, MAX_INSIDE)
  return inside.map(([name, each]) => `${name.slice(0, MAX_NAME)}: ${factText(each, depth - 1)}`).join('; ')
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first paragraph that is no heading; of a file of headings the first of them. */
export function firstParagraph(body: string): string {
  const blocks = body.split(/\n\s*\n/).map((block) => block.trim())
  const prose = blocks.map(withoutHeadings).find((block) => block !== '')
  return prose ?? blocks[0]?.replace(/^#+\s*/, '') ?? ''
}

function withoutHeadings(block: string): string {
  return block
    .split('\n')
    .filter((line) => !/^(#{1,6}\s|---|```|<!--)/.test(line.trim()))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
