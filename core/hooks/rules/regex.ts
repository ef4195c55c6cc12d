import { boundedRegex, readExpression, type BoundedTest } from '../../permission/index.ts'

/** Steps that one text may cost an expression that runs without a limit of time. */
const MAX_STEPS = 1_000_000
const MAX_CHOICES = 8

const POSIX: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  digit: '0-9',
  lower: 'a-z',
  punct: String.raw`!-\/:-@\[-\`{-~`,
  space: String.raw`\s`,
  upper: 'A-Z',
  word: String.raw`\w`,
  xdigit: '0-9A-Fa-f',
}

/** A test for the expression, in Go's spelling too; undefined for a text that takes too long. Throws `SyntaxError`. */
export function readRegex(source: string): BoundedTest {
  const regex = compile(source)
  const degree = stepsDegree(regex.source)
  let bounded: BoundedTest | undefined
  return (text) => {
    if (degree !== undefined && (text.length + 1) ** degree <= MAX_STEPS) return regex.test(text)
    // Only now: the means to stop it cost more than most expressions.
    bounded ??= boundedRegex(regex)
    return bounded(text)
  }
}

function compile(source: string): RegExp {
  const { pattern, flags } = fromGo(source)
  try {
    return readExpression(pattern, `${flags}u`)
  } catch {
    // Escapes such as `\-` are a mistake only under `u`.
    return readExpression(pattern, flags)
  }
}

function fromGo(source: string): { pattern: string; flags: string } {
  const head = /^\(\?([ims]+)\)/.exec(source)
  const pattern = source
    .slice(head?.[0].length ?? 0)
    .replaceAll(/\[:(\w+):\]/g, (whole, name: string) => POSIX[name] ?? whole)
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\\p([LNPSZCM])/g, String.raw`\p{$1}`)
    .replaceAll(String.raw`\A`, '^')
    .replaceAll(String.raw`\z`, '$')
  return { pattern, flags: [...new Set(head?.[1] ?? '')].join('') }
}

/** Steps grow with the text's length to this power at most; undefined where nothing is known of it. */
function stepsDegree(source: string): number | undefined {
  const plain = source.replaceAll(/\\./g, 'x').replaceAll(/\[[^[\]]*\]/g, 'x')
  const hasReference = /\\[1-9k]/.test(source)
  const repeatsGroup = /\)(?:[*+?]|\{)/.test(plain)
  // Each can double the ways there are (`a?a?a?…`), and so can each group of choices.
  const choices = plain.match(/\?|\{\d+,\d+\}|\|(?=[^(]*\))/g)?.length ?? 0
  if (hasReference || repeatsGroup || plain.includes('(?') || choices > MAX_CHOICES) return undefined
  return 1 + (plain.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0)
}
