export interface TextPiece {
  readonly text: string
  readonly isPath: boolean
}

/** A message cut where it names files as `@path`; an address of mail and a bare name are words. */
export function mentionPieces(text: string): readonly TextPiece[] {
  return text
    .split(/((?<!\S)@(?:"[^"\n]+"|[^\s"]*[\p{L}\p{N}_/]))/u)
    .map((piece, index) => ({ text: piece, isPath: index % 2 === 1 && /["./]/.test(piece) }))
    .filter((piece) => piece.text !== '')
}
