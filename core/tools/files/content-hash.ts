import { createHash } from 'node:crypto'

/** SHA-256, as `FileMemory` keeps it. */
export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
