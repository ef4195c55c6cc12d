import vm from 'node:vm'
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
}

/** A rule that takes longer over one text counts as not matching where it allows, as matching where it forbids. */
const REGEX_MS = 50

/** `=` exact, `~` regular expression, `!` not, else a glob made by `globOf`. Undefined when the expression is none. */
export function readPattern(pattern: string, globOf: (glob: string) => TextPattern): TextPattern | undefined {
  if (pattern.startsWith('!')) {
    const inner = readPattern(pattern.slice(1), globOf)
    if (!inner || pattern === '!') return undefined
    const isKnown = (pieces: readonly (string | undefined)[]): boolean => !pieces.includes(undefined)
    return {
      matches: (text) => !inner.matches(text),
      mayMatch: (pieces) => !isKnown(pieces) || !inner.matches(pieces.join('')),
      literal: undefined,
      isNegated: !(inner.isNegated ?? false),
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
    const regex = new RegExp(source, 'u')
    // In a context of its own because only there an expression that runs wild can be stopped.
    const context = vm.createContext(Object.create(null))
    const script = new vm.Script('regex.test(text)')
    const matches = (text: string): boolean => {
      Object.assign(context, { regex, text })
      return script.runInContext(context, { timeout: REGEX_MS }) === true
    }
    return { matches, mayMatch: (pieces) => pieces.includes(undefined) || matches(pieces.join('')), literal: undefined }
  } catch {
    return undefined
  }
}
