import type { McpResourcePart } from '../../contract/mcp-content.ts'
import type { ReadPart } from './types.ts'

/** Of one part, and of all: a frame to a window holds a megabyte. */
const MAX_CHARS = 200_000
const MAX_TOTAL_CHARS = 400_000
const MAX_PARTS = 200

/** A resource as a window or a terminal shows it: text within bounds, of bytes how many they are. */
export function shownParts(parts: readonly ReadPart[]): McpResourcePart[] {
  let room = MAX_TOTAL_CHARS
  return parts.slice(0, MAX_PARTS).map(({ uri, mimeType, text, blob }) => {
    const shown = text?.slice(0, Math.min(room, MAX_CHARS)).toWellFormed()
    room -= shown?.length ?? 0
    return {
      uri: uri.slice(0, 4_000),
      mimeType: mimeType?.slice(0, 200) ?? null,
      text: shown ?? null,
      isCut: (shown?.length ?? 0) < (text?.length ?? 0),
      bytes: text === undefined ? Buffer.byteLength(blob ?? '', 'base64') : Buffer.byteLength(text),
    }
  })
}
