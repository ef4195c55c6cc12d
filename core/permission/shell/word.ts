/** A stretch of the line, `[start, end)`, that the shell replaces by something it computes. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** One word as the program gets it. */
export interface Word {
  /** After quote removal; what the shell computes stands as it was written. */
  readonly text: string
  /** `text` in stretches; undefined where the shell puts in something the line does not say. */
  readonly pieces: readonly (string | undefined)[]
  /** Exactly this word, whatever the variables and files are. */
  readonly isKnown: boolean
  /** A pattern stands outside quotes. */
  readonly hasGlob: boolean
  /** Begins with an unquoted `~`. */
  readonly hasTilde: boolean
}

type Cell =
  { readonly kind: 'char'; readonly char: string; readonly isQuoted: boolean } | { readonly kind: 'computed'; readonly raw: string }

/** More words than this out of one pair of braces are not told apart. */
const MAX_WORDS = 64
const metacharacter = /[\s;&|<>()]/
const glob = /[*?[]/

/**
 * The words that `raw` stands for: one, or several by its braces. It is read by the shell's rules of quoting and not by the
 * grammar's; `computed` are the substitutions the grammar found. Undefined where the two do not agree.
 */
export function readWords(raw: string, computed: readonly Span[]): readonly Word[] | undefined {
  const cells = readCells(raw, computed)
  if (!cells) return undefined
  const spelled = expandBraces(cells)
  return spelled.filter((one) => one.length > 0 || cells.length === 0 || /["']/.test(raw)).map(toWord)
}

/** A word the line does not show: the names `xargs` reads, the files `find` meets. */
export const unknownWord: Word = { text: '…', pieces: [undefined], isKnown: false, hasGlob: false, hasTilde: false }

export function knownWord(text: string): Word {
  return { text, pieces: [text], isKnown: true, hasGlob: false, hasTilde: false }
}

function readCells(raw: string, computed: readonly Span[]): readonly Cell[] | undefined {
  const cells: Cell[] = []
  const starts = new Map(computed.map((span) => [span.start, span]))
  const quoted = (char: string): number => cells.push({ kind: 'char', char, isQuoted: true })
  let inDouble = false
  for (let i = 0; i < raw.length; i++) {
    const char = raw.charAt(i)
    const span = starts.get(i)
    if (span) {
      cells.push({ kind: 'computed', raw: raw.slice(span.start, span.end) })
      i = span.end - 1
      continue
    }
    if (char === '\\') {
      const next = raw.charAt(++i)
      if (next === '\n') continue
      if (next === '') return undefined
      if (inDouble && !/[$`"\\]/.test(next)) quoted(char)
      quoted(next)
    } else if (char === '"') inDouble = !inDouble
    else if (inDouble) {
      if (char === '`' || (char === '$' && /[\w@*#?!${([-]/.test(raw.charAt(i + 1)))) return undefined
      quoted(char)
    } else if (char === "'") {
      const end = raw.indexOf("'", i + 1)
      if (end < 0) return undefined
      for (const one of raw.slice(i + 1, end)) quoted(one)
      i = end
    } else if (char === '$' && raw.charAt(i + 1) === "'") {
      const ansi = readAnsi(raw, i + 2)
      if (!ansi) return undefined
      for (const one of ansi.text) quoted(one)
      i = ansi.end
    } else if (char === '$' && raw.charAt(i + 1) === '"') continue
    else if (char === '`' || metacharacter.test(char) || (char === '$' && /[\w@*#?!${([-]/.test(raw.charAt(i + 1)))) return undefined
    else if (char === '#' && i === 0) return undefined
    else cells.push({ kind: 'char', char, isQuoted: false })
  }
  return inDouble ? undefined : cells
}

const ansiEscapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
}

/** `$'…'` from behind its opening quote. Bytes over 127 are not read: they need not be characters. */
function readAnsi(raw: string, from: number): { text: string; end: number } | undefined {
  let text = ''
  for (let i = from; i < raw.length; i++) {
    const char = raw.charAt(i)
    if (char === "'") return { text, end: i }
    if (char !== '\\') {
      text += char
      continue
    }
    const plain = ansiEscapes[raw.charAt(i + 1)]
    const coded = /^\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3}))/.exec(raw.slice(i, i + 12))
    if (plain !== undefined) {
      text += plain
      i += 1
    } else if (coded) {
      const [whole, hex, short, long, octal] = coded
      const code = octal === undefined ? Number.parseInt(hex ?? short ?? long ?? '', 16) : Number.parseInt(octal, 8)
      if (code === 0 || code > 126) return undefined
      text += String.fromCodePoint(code)
      i += whole.length - 1
    } else return undefined
  }
  return undefined
}

function isBare(cell: Cell | undefined, char: string): boolean {
  return cell?.kind === 'char' && !cell.isQuoted && cell.char === char
}

/** `a{b,c}` → `ab ac`; what is more than lists of a few words becomes something the line does not say. */
function expandBraces(cells: readonly Cell[]): readonly (readonly Cell[])[] {
  for (let open = 0; open < cells.length; open++) {
    if (!isBare(cells[open], '{')) continue
    const group = readGroup(cells, open)
    if (!group) continue
    const before = cells.slice(0, open)
    const after = cells.slice(group.end + 1)
    const choices = group.isSequence ? [[{ kind: 'computed' as const, raw: '{…}' }]] : group.choices.flatMap(expandBraces)
    const rests = expandBraces(after)
    if (choices.length * rests.length > MAX_WORDS) return [[{ kind: 'computed', raw: cells.map(rawOf).join('') }]]
    return choices.flatMap((choice) => rests.map((rest) => [...before, ...choice, ...rest]))
  }
  return [cells]
}

function readGroup(cells: readonly Cell[], open: number): { choices: Cell[][]; end: number; isSequence: boolean } | undefined {
  let depth = 0
  const choices: Cell[][] = [[]]
  for (let i = open + 1; i < cells.length; i++) {
    const cell = cells[i]
    if (!cell) break
    if (isBare(cell, '{')) depth++
    if (isBare(cell, '}') && depth-- === 0) {
      const isSequence =
        choices.length === 1 && cells.slice(open, i).some((_, at) => isBare(cells[open + at], '.') && isBare(cells[open + at + 1], '.'))
      return choices.length > 1 || isSequence ? { choices, end: i, isSequence } : undefined
    }
    if (depth === 0 && isBare(cell, ',')) choices.push([])
    else choices.at(-1)?.push(cell)
  }
  return undefined
}

function rawOf(cell: Cell): string {
  return cell.kind === 'char' ? cell.char : cell.raw
}

function toWord(cells: readonly Cell[]): Word {
  const pieces: (string | undefined)[] = []
  let hasGlob = false
  for (const cell of cells) {
    const last = pieces.at(-1)
    const isGlob = cell.kind === 'char' && !cell.isQuoted && glob.test(cell.char)
    hasGlob ||= isGlob
    if (cell.kind === 'computed' || isGlob) pieces.push(undefined)
    else if (last === undefined) pieces.push(cell.char)
    else pieces[pieces.length - 1] = last + cell.char
  }
  const text = cells.map(rawOf).join('')
  return { text, pieces, isKnown: !pieces.includes(undefined), hasGlob, hasTilde: isBare(cells[0], '~') }
}
