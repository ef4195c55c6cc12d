type Part = { readonly kind: 'char'; readonly char: string } | { readonly kind: 'one' | 'blank' | 'any' }

export interface CommandGlob {
  matches(text: string): boolean
  /** Some text in place of the unknown stretches is matched. */
  mayMatch(pieces: readonly (string | undefined)[]): boolean
  /** The only text it matches, where there is just one. */
  readonly literal: string | undefined
}

/** Beyond this many steps a comparison with unknown stretches counts as a match. */
const MAX_STEPS = 4_000_000

/**
 * A command glob: `*` any text, `?` one character, `\` takes the next literally; `PREFIX:*` is PREFIX alone or followed
 * by a blank. No regular expression: a long line must not take more than its length times the pattern's.
 */
export function commandGlob(pattern: string): CommandGlob {
  const isPrefix = /(?<!\\)(?:\\\\)*:\*$/.test(pattern)
  const prefix = read(isPrefix ? pattern.slice(0, -2) : pattern)
  const forms: readonly (readonly Part[])[] = isPrefix ? [prefix, [...prefix, { kind: 'blank' }, { kind: 'any' }]] : [prefix]
  const isLiteral = !isPrefix && prefix.every(({ kind }) => kind === 'char')
  return {
    matches: (text) => forms.some((parts) => matches(parts, text)),
    mayMatch: (pieces) => forms.some((parts) => meets(parts, pieces)),
    literal: isLiteral ? prefix.map((part) => (part.kind === 'char' ? part.char : '')).join('') : undefined,
  }
}

function read(pattern: string): readonly Part[] {
  const parts: Part[] = []
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern.charAt(i)
    if (char === '\\' && i + 1 < pattern.length) parts.push({ kind: 'char', char: pattern.charAt(++i) })
    else if (char === '*') parts.push({ kind: 'any' })
    else if (char === '?') parts.push({ kind: 'one' })
    else parts.push({ kind: 'char', char })
  }
  return parts
}

/** After a mismatch only the newest `any` takes one character more: what an older one could take, it can as well. */
function matches(parts: readonly Part[], text: string): boolean {
  let at = 0
  let part = 0
  let lastAny = -1
  let resumeAt = 0
  while (at < text.length) {
    const now = parts[part]
    if (now?.kind === 'any') {
      lastAny = part++
      resumeAt = at
    } else if (now && takes(now, text.charAt(at))) {
      part++
      at++
    } else if (lastAny >= 0) {
      part = lastAny + 1
      at = ++resumeAt
    } else return false
  }
  return parts.slice(part).every(({ kind }) => kind === 'any')
}

function takes(part: Part, char: string): boolean {
  if (part.kind === 'char') return part.char === char
  return part.kind === 'one' || (part.kind === 'blank' && (char === ' ' || char === '\t'))
}

/** Whether two patterns have a text in common: the rule's, and the command's with `any` for what is not known of it. */
function meets(parts: readonly Part[], pieces: readonly (string | undefined)[]): boolean {
  const text: readonly Part[] = pieces.flatMap((piece): readonly Part[] =>
    piece === undefined ? [{ kind: 'any' }] : Array.from({ length: piece.length }, (_, i) => ({ kind: 'char', char: piece.charAt(i) })),
  )
  if (parts.length * text.length > MAX_STEPS) return true
  // Row i: which stretches of the text the first i parts can stand for.
  let row = [true]
  text.forEach(({ kind }, j) => row.push(row[j] === true && kind === 'any'))
  for (const part of parts) {
    const next = [part.kind === 'any' && row[0] === true]
    text.forEach((char, j) => {
      const both = row[j] === true && char.kind === 'char' && part.kind !== 'any' && takes(part, char.char)
      const skipsPart = (part.kind === 'any' || char.kind === 'any') && row[j + 1] === true
      const skipsChar = (part.kind === 'any' || char.kind === 'any') && next[j] === true
      next.push(both || skipsPart || skipsChar)
    })
    row = next
  }
  return row.at(-1) === true
}

/** Makes a text match itself alone as a glob. */
export function escapeGlob(text: string): string {
  return text.replaceAll(/[\\*?[\]{}()!@+|]/g, String.raw`\$&`).replace(/^[=~]/, String.raw`\$&`)
}
