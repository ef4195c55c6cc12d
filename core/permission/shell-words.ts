/**
 * A first reading of a shell line without a parser. It errs on one side only: a line it calls plain runs exactly one
 * program with exactly these words; anything it is not sure of is not plain.
 */

export interface PlainLine {
  /** After quote removal. */
  readonly words: readonly string[]
  /** A pattern stands outside quotes: the shell puts file names there, and a name may read as an option or be a link. */
  readonly hasGlob: boolean
}

// Separators, redirections, substitutions, groups, escapes, line breaks.
const notPlain = /[;&|<>$(){}\\`\r\n\0]/

/** The words of a line that is one simple command; undefined when the line might be anything else. */
export function plainLine(line: string): PlainLine | undefined {
  if (notPlain.test(line)) return undefined
  const words: string[] = []
  for (const raw of line.split(/[ \t]+/)) {
    if (raw === '') continue
    const word = unquoteWord(raw)
    if (word === undefined) return undefined
    words.push(word)
  }
  return words.length > 0 ? { words, hasGlob: /[*?[\]]/.test(line.replaceAll(/"[^"]*"|'[^']*'/g, '')) } : undefined
}

/** Quotes that open and close inside the word are taken off; one that spans words makes the line not plain. */
function unquoteWord(raw: string): string | undefined {
  let word = ''
  let quote = ''
  for (const char of raw) {
    if (quote === '' && (char === '"' || char === "'")) quote = char
    else if (char === quote) quote = ''
    else word += char
  }
  return quote === '' ? word : undefined
}

/** Quotes and backslashes taken off, line continuations joined: the form in which words can hide least. */
export function withoutQuoting(line: string): string {
  return line.replaceAll(/\\\r?\n/g, '').replaceAll(/["'\\]/g, '')
}

/** Pieces of a line between every character that may start another command, quoted or not: more pieces than the shell would see, never fewer. */
export function segments(line: string): readonly string[] {
  return withoutQuoting(line.replaceAll(/\$\{(\w+)\}/g, '$$$1'))
    .split(/\$\(|[;&|\r\n(){}`]/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
}

/** The commands of a line as a person reads them, split where no quote is open. For showing only. */
export function shownParts(line: string): readonly string[] {
  const parts: string[] = []
  let part = ''
  let quote = ''
  for (let i = 0; i < line.length; i++) {
    const char = line.charAt(i)
    if (char === '\\' && quote !== "'") {
      part += char + line.charAt(++i)
      continue
    }
    if (quote === '' && (char === '"' || char === "'")) quote = char
    else if (char === quote) quote = ''
    if (quote === '' && (char === ';' || char === '\n' || char === '|' || (char === '&' && line.charAt(i + 1) === '&'))) {
      parts.push(part)
      part = ''
      if (line.charAt(i + 1) === char) i++
      continue
    }
    part += char
  }
  parts.push(part)
  return parts.map((text) => text.trim()).filter((text) => text !== '')
}

/** The last component of a command word: `/usr/bin/rm` reads as `rm`. */
export function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}
