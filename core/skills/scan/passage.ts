import type { SkillFinding } from '../../contract/skill-scan.ts'
import type { Span } from './chain.ts'

/** Characters on each side, and of what was found. */
const AROUND = 80
const FOUND = 160

/** Of a line. */
export function passageOf(line: string, { from, to }: Span): SkillFinding['passage'] {
  return cut(line, from, to)
}

/** From this place of the text to the end of its line. */
export function passageAt(text: string, index: number): SkillFinding['passage'] {
  const start = index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1
  const end = text.indexOf('\n', index)
  const line = text.slice(start, end < 0 ? undefined : end)
  return cut(line, index - start, line.length)
}

function cut(line: string, from: number, to: number): SkillFinding['passage'] {
  const before = line.slice(0, from).trimStart()
  const found = line.slice(from, to).trim()
  const after = line.slice(to).trimEnd()
  return {
    before: before.length > AROUND ? `…${before.slice(-AROUND)}`.toWellFormed() : before,
    found: found.length > FOUND ? `${found.slice(0, FOUND)}…`.toWellFormed() : found,
    after: after.length > AROUND ? `${after.slice(0, AROUND)}…`.toWellFormed() : after,
  }
}
