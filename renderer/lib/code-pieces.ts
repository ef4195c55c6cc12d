const PIECE = 3000

/** Code in pieces of whole lines, each laid out on its own: only the last one is when the code grows. Joined they are the code. */
export function codePieces(code: string): readonly string[] {
  const pieces: string[] = []
  let start = 0
  for (;;) {
    const end = code.indexOf('\n', start + PIECE)
    if (end < 0 || end === code.length - 1) return [...pieces, code.slice(start)]
    pieces.push(code.slice(start, end + 1))
    start = end + 1
  }
}
