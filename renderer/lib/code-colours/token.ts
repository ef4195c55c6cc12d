/** The design's colours of code; a token of none of them keeps the ink of its line. */
export const kinds = ['keyword', 'string', 'number', 'function', 'type', 'comment'] as const
export type Kind = (typeof kinds)[number]

/** A piece of a line; the pieces of a line joined are the line. */
export interface CodeToken {
  readonly text: string
  readonly kind?: Kind
}

export interface ColourJob {
  readonly id: number
  readonly code: string
  readonly language: string
}

/** `lines` undefined: it could not be read as that language. */
export interface ColourAnswer {
  readonly id: number
  readonly lines: readonly (readonly CodeToken[])[] | undefined
}
