import type { AppError } from '../../contract/errors.ts'
import type { McpSetting } from '../../contract/mcp-install.ts'

/** A server somebody described, in our own words: an entry as it would stand in a file. */
export interface Found {
  readonly name: string
  /** Values a person has to give stand as `slot(key)` in it. */
  readonly entry: Readonly<Record<string, unknown>>
  readonly settings: readonly McpSetting[]
  /** What of the description has no meaning here. */
  readonly notes: readonly AppError[]
}

/** Where the value of a setting goes. No file of anybody's holds such a character. */
export const slot = (key: string): string => `\u0000${key}\u0000`

/** Keys of the slots in a text, in order. */
export function slotsIn(text: string): string[] {
  return [...text.matchAll(SLOT)].map(([, key]) => key ?? '')
}

export function fillSlots(text: string, valueOf: (key: string) => string): string {
  return text.replaceAll(SLOT, (_, key: string) => valueOf(key))
}

// oxlint-disable-next-line no-control-regex -- see `slot`
const SLOT = /\u0000([^\u0000]*)\u0000/g
