interface Piece {
  readonly text: string
  readonly isCode: boolean
}

/** One line of Markdown in pieces: what stands between backticks is code. Anything else is left as it is written. */
export function backtickPieces(line: string): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: whole, 2: code = '', index } of line.matchAll(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g)) {
    pieces.push({ text: line.slice(end, index), isCode: false }, { text: code.trim() || code, isCode: true })
    end = index + whole.length
  }
  pieces.push({ text: line.slice(end), isCode: false })
  return pieces.filter(({ text }) => text !== '')
}
