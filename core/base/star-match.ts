/** The text is the pattern's, `*` standing for any stretch of it. No regular expression: many stars would take one as long as it likes. */
export function matchesStars(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return text === pattern
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false
  let middle = text.slice(first.length, text.length - last.length)
  return rest.every((piece) => {
    const at = middle.indexOf(piece)
    middle = middle.slice(at + piece.length)
    return at >= 0
  })
}
