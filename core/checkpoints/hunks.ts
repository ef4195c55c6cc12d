import { applyPatch, parsePatch, reversePatch, type StructuredPatch, type StructuredPatchHunk } from 'diff'
import type { Hunk } from '../contract/changes.ts'
import { contentHash, decodeText, encodeText, unifiedDiff } from '../tools/index.ts'
import { limits } from './limits.ts'

interface Versions {
  /** Undefined: there was no file. */
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array | undefined
}

/** The places where two versions of a file differ. Undefined: one of them is no text. */
export async function hunksBetween({ before, after }: Versions): Promise<{ hunks: Hunk[]; truncated: boolean } | undefined> {
  const patch = await patchBetween({ before, after })
  if (!patch) return undefined
  const ids = idsOf(patch.hunks)
  let room: number = limits.diffChars
  const hunks = patch.hunks
    .map((hunk, index): Hunk => ({ id: isWhole(patch, index) ? (ids[index] ?? null) : null, diff: written(hunk) }))
    .filter(({ diff }) => (room -= diff.length) >= 0)
  return { hunks, truncated: patch.truncated || hunks.length < patch.hunks.length }
}

/**
 * `current` without what happened between the two versions, at all places or at the one with the id `only`.
 * Undefined: later changes lie on top. `'unknown'`: there is no such place.
 */
export async function takenBack(
  current: Uint8Array,
  versions: Versions,
  only: string | undefined,
): Promise<Uint8Array | undefined | 'unknown'> {
  const patch = await patchBetween(versions)
  const now = await decodeText(Buffer.from(current))
  if (!patch || !now || patch.truncated) return only === undefined ? undefined : 'unknown'
  const ids = idsOf(patch.hunks)
  const hunks = only === undefined ? patch.hunks : patch.hunks.filter((_, index) => ids[index] === only)
  if (hunks.length === 0) return only === undefined ? current : 'unknown'
  const isExact = versions.after !== undefined && contentHash(versions.after) === contentHash(current)
  // Without lines around it a place that has moved may be found where it is not.
  if (!isExact && hunks.some((hunk) => !hunk.lines.some((line) => line.startsWith(' ')))) return undefined
  const text = hunks.reduceRight<string | undefined>(
    (left, hunk) => (left === undefined ? undefined : withoutHunk(left, patch, hunk)),
    now.text,
  )
  return text === undefined ? undefined : encodeText(text, now)
}

/** Undefined: later changes lie on top. One that was taken back before is fine. */
function withoutHunk(text: string, patch: StructuredPatch, hunk: StructuredPatchHunk): string | undefined {
  const only = { ...patch, hunks: [hunk] }
  const taken = applyPatch(text, reversePatch(only), { autoConvertLineEndings: false })
  if (taken !== false) return taken
  return applyPatch(text, only, { autoConvertLineEndings: false }) === false ? undefined : text
}

interface Patch extends StructuredPatch {
  readonly truncated: boolean
}

async function patchBetween({ before, after }: Versions): Promise<Patch | undefined> {
  const [old, now] = await Promise.all([decoded(before), decoded(after)])
  if (old === undefined || now === undefined) return undefined
  const { diff, truncated } = unifiedDiff('file', old, now)
  const [patch] = parsePatch(diff)
  return { oldFileName: 'a', newFileName: 'b', oldHeader: '', newHeader: '', hunks: [], ...patch, truncated }
}

async function decoded(bytes: Uint8Array | undefined): Promise<string | undefined> {
  return bytes === undefined ? '' : (await decodeText(Buffer.from(bytes)))?.text
}

/** By what they say and not where they stand, so that an edit further up changes none. */
function idsOf(hunks: readonly StructuredPatchHunk[]): string[] {
  const counts = new Map<string, number>()
  return hunks.map(({ lines }) => {
    const hash = contentHash(Buffer.from(lines.join('\n'))).slice(0, 16)
    const count = (counts.get(hash) ?? 0) + 1
    counts.set(hash, count)
    return `${hash}.${count}`
  })
}

/** The last place of a diff that was cut at its limit is not all of it. */
function isWhole(patch: Patch, index: number): boolean {
  return !patch.truncated || index < patch.hunks.length - 1
}

function written({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk): string {
  return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${lines.join('\n')}\n`
}
