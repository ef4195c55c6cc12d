import picomatch from 'picomatch'
import { boundedRegex, type BoundedTest } from './bounded-regex.ts'

/** Longer patterns, and those with more groups, are not compared at all: making an expression of them takes too long. */
const MAX_CHARS = 4_096
const MAX_GROUPS = 16
/** Steps that one comparison may cost without a limit of time. */
const MAX_STEPS = 5_000_000
/** Comparisons that may run wild before the pattern counts as one that cannot be compared. */
const MAX_WILD = 4

/**
 * A path glob: `*` stays inside a folder, `**` crosses them, dot files count. Throws a `SyntaxError` on a pattern of more
 * than `maxChars` characters. Its caller sees to it that the pattern is harmless; `pathGlob` is for any.
 */
export function compileGlob(pattern: string, { maxChars }: { maxChars: number }): (place: string) => boolean {
  return picomatch(withoutRuns(pattern), { dot: true, nonegate: true, maxLength: maxChars })
}

/**
 * A path glob of anybody's; `folder/` is all that lies in it, and case counts only where file systems have it. The answer
 * is undefined where comparing takes too long.
 */
export function pathGlob(written: string): BoundedTest {
  const pattern = written.endsWith('/') ? `${written}**` : written
  if (pattern === '' || pattern.length > MAX_CHARS || count(pattern, /[({]/g) > MAX_GROUPS) return () => undefined
  const glob = withoutRuns(pattern)
  const regex = picomatch.makeRe(glob, { dot: true, nonegate: true, nocase: process.platform !== 'linux' })
  const stepsOver = stepsOf(pattern)
  let bounded: BoundedTest | undefined
  let wild = 0
  return (place) => {
    if (place === '' || place === glob) return place !== ''
    if (stepsOver(place.length) <= MAX_STEPS) return regex.test(place)
    if (wild >= MAX_WILD) return undefined
    bounded ??= boundedRegex(regex)
    const answer = bounded(place)
    if (answer === undefined) wild += 1
    return answer
  }
}

/** At most so many steps for a place of a length: within a folder's name each wildcard tries every place, and so does each `**`. */
function stepsOf(pattern: string): (length: number) => number {
  const parts = pattern.split('/')
  const degree = parts.filter((part) => part === '**').length + Math.max(...parts.map((part) => count(part, /[*+]+/g)))
  // Groups in parentheses may repeat what is in them.
  const choices = pattern.includes('(') ? Infinity : (count(pattern, /,/g) + 1) ** count(pattern, /\{/g)
  return (length) => choices * (length + 1) ** degree
}

function count(text: string, piece: RegExp): number {
  return text.match(piece)?.length ?? 0
}

/**
 * Every escaped backslash as a class of its own. picomatch 4.0.7 takes a run of them for fewer, and never comes back from
 * a pattern that ends with four.
 */
function withoutRuns(pattern: string): string {
  return pattern.replaceAll(/\[(?:[^[\]\\]|\\.)+\]|(?:\\\\)+|\\./gs, (piece) => {
    if (piece.startsWith('[')) return piece.replaceAll(/(?:\\\\)+/g, String.raw`\\`)
    return piece.startsWith('\\\\') ? String.raw`[\\]`.repeat(piece.length / 2) : piece
  })
}
