import picomatch from 'picomatch'

type Part = { readonly kind: 'char'; readonly char: string } | { readonly kind: 'one' | 'blank' | 'any' }

/**
 * A command glob: `*` any text, `?` one character, `\` takes the next literally; `PREFIX:*` is PREFIX alone or followed
 * by a blank. No regular expression: a long line must not take more than its length times the pattern's.
 */
export function commandGlob(pattern: string): (text: string) => boolean {
  if (!pattern.endsWith(':*')) {
    const parts = read(pattern)
    return (text) => matches(parts, text)
  }
  const prefix = read(pattern.slice(0, -2))
  const followed: readonly Part[] = [...prefix, { kind: 'blank' }, { kind: 'any' }]
  return (text) => matches(prefix, text) || matches(followed, text)
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

/** Makes a text match itself alone as a glob. */
export function escapeGlob(text: string): string {
  return text.replaceAll(/[\\*?[\]{}()!@+|]/g, String.raw`\$&`)
}

/** A path glob: `*` stays inside a folder, `**` crosses them, dot files count. */
export function pathGlob(pattern: string): (place: string) => boolean {
  return picomatch(pattern, { dot: true, nonegate: true, nocase: process.platform !== 'linux' })
}
