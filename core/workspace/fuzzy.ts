/** Points of `path` for `query`, both in lower case; undefined: it does not fit. Letters of the query stand in the path in their order. */
export function score(path: string, query: string): number | undefined {
  if (query === '') return -depthOf(path)
  const nameStart = path.lastIndexOf('/', path.length - 2) + 1
  const name = path.endsWith('/') ? path.slice(nameStart, -1) : path.slice(nameStart)
  // What is asked for is nearly always the file's own name.
  if (!query.includes('/')) {
    if (name === query) return 1_000
    if (name.startsWith(query)) return 900
    const inName = name.indexOf(query)
    if (inName > 0) return isBoundary(name, inName) ? 800 : 700
    const scattered = subsequence(name, query)
    if (scattered !== undefined) return 300 + scattered
  }
  const whole = path.indexOf(query)
  if (whole >= 0) return (isBoundary(path, whole) ? 620 : 560) + (whole + query.length >= path.length - 1 ? 60 : 0)
  return subsequence(path, query)
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

function depthOf(path: string): number {
  let depth = 0
  for (let at = path.indexOf('/'); at >= 0 && at < path.length - 1; at = path.indexOf('/', at + 1)) depth += 1
  return depth
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
