import { compileGlob } from '../../permission/index.ts'
import { ToolFailure } from '../types.ts'

/** Matching may try every way to share a name out among its wildcards; with these few that stays short for any name. */
const MAX_WILDCARDS = 3
const MAX_FOLDER_WILDCARDS = 4
/** So do choices (`{a,aa}`). */
const MAX_CHOICES = 4

/** A path glob as a test. The model writes it: one that could take for ever to match is refused. Dot files count. */
export function pathMatcher(pattern: string): (relative: string) => boolean {
  const parts = pattern.split('/')
  const isHard =
    parts.filter((part) => part === '**').length > MAX_FOLDER_WILDCARDS ||
    parts.some((part) => part.split(/[*+]+/).length - 1 > MAX_WILDCARDS) ||
    pattern.split(/[{(]/).length - 1 > MAX_CHOICES ||
    // Repeats of what has wildcards itself.
    /\([^)]*[*+]|\)[*+]|[*+]\(/.test(pattern)
  if (isHard) throw new ToolFailure('The pattern has too many wildcards; use fewer, and narrow with path or grep instead.')
  try {
    return compileGlob(pattern, { maxChars: 1_000 })
  } catch (error) {
    throw new ToolFailure(`The pattern cannot be used: ${error instanceof Error ? error.message : String(error)}`)
  }
}
