import { openRegularFile } from '../../platform/index.ts'
import { detectForm } from '../text/encoding.ts'

/** Encodings that carry no mark and that ripgrep must be told of, by its names for them. */
export type LegacyEncoding = 'gb18030' | 'windows-1252'

/** Enough to tell a charset; a hit's file is read whole by ripgrep anyway. */
const SAMPLE_BYTES = 64 * 1024

/** The encodings in which letters of the pattern have other bytes than in UTF-8. */
export function encodingsToTry(pattern: string): readonly LegacyEncoding[] {
  const western = /[\x80-\xff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2122]/.test(pattern)
  return [...(/[^\0-\x7f]/.test(pattern) ? (['gb18030'] as const) : []), ...(western ? (['windows-1252'] as const) : [])]
}

/** The files that really are in one of them: every byte is a letter in some encoding, so a match alone proves nothing. */
export async function byEncoding(files: readonly string[]): Promise<ReadonlyMap<LegacyEncoding, readonly string[]>> {
  const found = new Map<LegacyEncoding, string[]>()
  for (const file of files) {
    const encoding = await encodingOf(file)
    if (encoding !== undefined) found.set(encoding, [...(found.get(encoding) ?? []), file])
  }
  return found
}

async function encodingOf(path: string): Promise<LegacyEncoding | undefined> {
  const file = await openRegularFile(path).catch(() => undefined)
  if (!file) return undefined
  try {
    const sample = Buffer.alloc(Math.min(SAMPLE_BYTES, file.stats.size))
    const { bytesRead } = await file.handle.read(sample, 0, sample.length, 0)
    const form = detectForm(sample.subarray(0, bytesRead), { beginningOnly: true })
    if (form?.encoding === 'gb18030') return 'gb18030'
    // Latin-1 is Windows-1252 without its extra letters, and ripgrep reads both as the latter.
    return form?.encoding === 'latin1' || form?.encoding === 'windows-1252' ? 'windows-1252' : undefined
  } finally {
    await file.handle.close()
  }
}
