import type { Snippet } from '../../core/contract/sessions.ts'

export interface Piece {
  readonly text: string
  readonly marked: boolean
}

/** The snippet in pieces, those that were looked for marked. Line ends read as blanks. */
export function pieces({ text, matches }: Pick<Snippet, 'text' | 'matches'>): Piece[] {
  const all: Piece[] = []
  let at = 0
  for (const { start, end } of matches) {
    if (start > at) all.push({ text: text.slice(at, start), marked: false })
    all.push({ text: text.slice(start, end), marked: true })
    at = end
  }
  if (at < text.length) all.push({ text: text.slice(at), marked: false })
  return all.map((piece) => ({ ...piece, text: piece.text.replaceAll(/\s+/g, ' ') }))
}
