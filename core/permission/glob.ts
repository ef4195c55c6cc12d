import picomatch from 'picomatch'

/** A command glob: `*` any text, `?` one character, `\` takes the next literally; `PREFIX:*` is PREFIX alone or followed by a blank. */
export function commandGlob(pattern: string): RegExp {
  if (pattern.endsWith(':*')) return new RegExp(`^${source(pattern.slice(0, -2))}(?:[ \\t].*)?$`, 's')
  return new RegExp(`^${source(pattern)}$`, 's')
}

function source(pattern: string): string {
  let out = ''
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern.charAt(i)
    if (char === '\\' && i + 1 < pattern.length) out += literal(pattern.charAt(++i))
    else if (char === '*') out += '.*'
    else if (char === '?') out += '.'
    else out += literal(char)
  }
  return out
}

function literal(char: string): string {
  return char.replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`)
}

/** Makes a text match itself alone as a glob. */
export function escapeGlob(text: string): string {
  return text.replaceAll(/[\\*?[\]{}()!@+|]/g, String.raw`\$&`)
}

/** A path glob: `*` stays inside a folder, `**` crosses them, dot files count. */
export function pathGlob(pattern: string): (place: string) => boolean {
  return picomatch(pattern, { dot: true, nonegate: true, nocase: process.platform !== 'linux' })
}
