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

/** First that reading begins, the grammar being there; then what was read. `lines` undefined: it could not be read as that language. */
export type ColourAnswer =
  { readonly id: number; readonly hasBegun: true } | { readonly id: number; readonly lines: readonly (readonly CodeToken[])[] | undefined }
