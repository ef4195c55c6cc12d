import { boundedRegex, readExpression } from './bounded-regex.ts'
import { commandGlob } from './glob.ts'

/** What stands in a rule's parentheses. */
export interface TextPattern {
  matches(text: string): boolean
  /** Some text in place of the unknown stretches is matched. */
  mayMatch(pieces: readonly (string | undefined)[]): boolean
  /** The only text it matches, where there is just one. */
  readonly literal: string | undefined
  /** It matches what its pattern does not. */
  readonly isNegated?: boolean
  /** It gives up on a text that takes too long: then it does not match and may match. */
  readonly isBounded?: boolean
}

/** `=` exact, `~` regular expression, `!` not, else a glob made by `globOf`. Undefined when the expression is none. */
export function readPattern(pattern: string, globOf: (glob: string) => TextPattern): TextPattern | undefined {
  if (pattern.startsWith('!')) {
    const [signs] = /^!+/.exec(pattern) ?? ['!']
    const rest = pattern.slice(signs.length)
    const inner = rest === '' ? undefined : readPattern(rest, globOf)
    if (!inner || signs.length % 2 === 0) return inner
    const isKnown = (pieces: readonly (string | undefined)[]): boolean => !pieces.includes(undefined)
    return {
      matches: (text) => !(inner.isBounded ? inner.mayMatch([text]) : inner.matches(text)),
      mayMatch: (pieces) => !isKnown(pieces) || !inner.matches(pieces.join('')),
      literal: undefined,
      isNegated: !(inner.isNegated ?? false),
      ...(inner.isBounded && { isBounded: true }),
    }
  }
  if (pattern.startsWith('=')) return exactly(pattern.slice(1))
  // `~/` is the home folder.
  if (/^~(?!\/|$)/.test(pattern)) return expression(pattern.slice(1))
  return globOf(pattern)
}

export function textGlob(pattern: string): TextPattern {
  return commandGlob(pattern)
}

function exactly(wanted: string): TextPattern | undefined {
  if (wanted === '') return undefined
  const escaped = commandGlob(wanted.replaceAll(/[\\*?]/g, String.raw`\$&`))
  return { matches: (text) => text === wanted, mayMatch: escaped.mayMatch, literal: wanted }
}

function expression(source: string): TextPattern | undefined {
  try {
    const test = boundedRegex(readExpression(source, 'u'))
    return {
      matches: (text) => test(text) === true,
      mayMatch: (pieces) => pieces.includes(undefined) || test(pieces.join('')) !== false,
      literal: undefined,
      isBounded: true,
    }
  } catch {
    return undefined
  }
}
