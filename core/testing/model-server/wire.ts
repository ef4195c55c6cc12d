import type { Json } from './types.ts'

/** One server-sent event, ready to write. */
export interface Frame {
  readonly text: string
  /** It carries a piece of the answer's text. */
  readonly isPiece: boolean
}

export function frame(data: Json | string, { name, isPiece = false }: { name?: string; isPiece?: boolean } = {}): Frame {
  const line = typeof data === 'string' ? data : JSON.stringify(data)
  return { text: `${name === undefined ? '' : `event: ${name}\n`}data: ${line}\n\n`, isPiece }
}

export function inPieces(text: string, chars = 7): readonly string[] {
  return text.match(new RegExp(`[\\s\\S]{1,${chars}}`, 'gu')) ?? []
}
