import type { ImageHeader } from './image-header.ts'

/** What the worker is asked. */
export type Job =
  | { readonly kind: 'image'; readonly bytes: Uint8Array; readonly header: ImageHeader; readonly edge: number; readonly maxBytes: number }
  /** `pages`: the first and the last to keep, from 1; undefined: all. */
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array; readonly pages: PageRange | undefined; readonly maxPages: number }

export interface PageRange {
  readonly first: number
  readonly last: number
}

export interface FittedImage extends ImageHeader {
  /** Undefined: the bytes that came are fine. */
  readonly bytes: Uint8Array | undefined
}

export interface ReadPdf {
  /** Of the file. */
  readonly total: number
  /** Of what goes on. */
  readonly pages: number
  /** Undefined: the bytes that came are fine. */
  readonly bytes: Uint8Array | undefined
}

/** `broken`: it does not decode. `pages`: more than allowed, or a range that is not there; `total` then says how many it has. */
export type MediaTrouble =
  | { readonly kind: 'broken' | 'encrypted' | 'too_large' | 'too_many_pixels' | 'timeout' }
  | { readonly kind: 'too_many_pages' | 'no_such_pages'; readonly total: number }

export type Answer<T> = { readonly ok: T } | { readonly trouble: MediaTrouble }
