/** A path in lower case, taken apart once. */
export interface Spelled {
  readonly path: string
  /** Of the file or folder itself, without a slash. */
  readonly name: string
  readonly depth: number
}

export function spell(path: string): Spelled {
  const end = path.endsWith('/') ? path.length - 1 : path.length
  return { path, name: path.slice(path.lastIndexOf('/', end - 1) + 1, end), depth: path.slice(0, end).split('/').length }
}

/**
 * Points for a query in lower case; undefined: it does not fit. Letters of the query stand in the path in their order.
 * What could not reach `atLeast` is not looked at closely and gets -Infinity: it may fit or not.
 */
export function score({ path, name, depth }: Spelled, query: string, atLeast: number): number | undefined {
  if (query === '') return -depth
  // What is asked for is nearly always the file's own name.
  if (!query.includes('/')) {
    if (name === query) return 1_000
    const inName = name.indexOf(query)
    if (inName === 0) return name[query.length] === '.' ? 950 : 900
    if (inName > 0) return isBoundary(name, inName) ? 800 : 700
  }
  const whole = path.indexOf(query)
  if (whole >= 0) return (isBoundary(path, whole) ? 620 : 560) + (whole + query.length >= path.length - 1 ? 60 : 0)
  if (atLeast > 500) return -Infinity
  const scattered = query.includes('/') ? undefined : subsequence(name, query)
  return scattered === undefined ? subsequence(path, query) : 300 + scattered
}

/** 0 … 200: the more letters that follow each other or begin a word, the more. */
function subsequence(text: string, query: string): number | undefined {
  let at = -1
  let points = 0
  for (const letter of query) {
    const next = text.indexOf(letter, at + 1)
    if (next < 0) return undefined
    if (next === at + 1) points += 2
    else if (isBoundary(text, next)) points += 1.5
    at = next
  }
  return Math.min(200, (points / query.length) * 100)
}

function isBoundary(text: string, index: number): boolean {
  const before = text[index - 1]
  return before === undefined || before === '/' || before === '-' || before === '_' || before === '.' || before === ' '
}

/** A set of letters in 32 bits, for a quick no. */
export function lettersOf(text: string): number {
  let bits = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code >= 97 && code <= 122) bits |= 1 << (code - 97)
    else if (code >= 48 && code <= 57) bits |= 1 << 26
    else if (code > 127) bits |= 1 << (27 + (code & 3))
  }
  return bits
}
