import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { applyPatch, createTwoFilesPatch, structuredPatch } from 'diff'
import { listFiles } from './folder.ts'
import { fileHash, treeHash, type FileHashes } from './hashes.ts'
import { hashesOf, LINKED } from './installed.ts'

/** Characters of a diff that is shown. */
const MAX_DIFF = 200_000
/** Lines that differ: looking for the shortest way between two texts costs their square. */
const MAX_EDITS = 700

export interface Merged {
  /** Something stands there now. */
  readonly isThere: boolean
  /** What will stand there. */
  readonly files: { path: string; bytes: number }[]
  readonly hash: string
  /** Of what stands there now; empty: nothing. */
  readonly replacedHash: string
  /** From what stands there to what will. */
  readonly diff: string
  /** Changed here and at the source in the same place; what is here stays. */
  readonly conflicts: string[]
}

/**
 * Lays the staged version over the installed one: what was changed here since it was installed stays. `base`: hashes of what
 * was installed; undefined where that is not known, and then nothing is kept.
 */
export async function mergeInto({
  staged,
  target,
  base,
  theirs,
  readBase,
}: {
  staged: string
  target: string
  base: FileHashes | undefined
  theirs: FileHashes
  /** A file as it was installed, where that is kept. */
  readBase: (file: string) => Promise<Buffer | undefined>
}): Promise<Merged> {
  const there = await hashesOf(target)
  const mine = there?.[LINKED] === undefined ? there : undefined
  const conflicts: string[] = []
  if (base && mine) {
    for (const file of new Set([...Object.keys(base), ...Object.keys(mine)])) {
      const isMine = mine[file] !== base[file]
      if (!isMine || mine[file] === theirs[file] || mine[file] === 'link') continue
      const isTheirs = theirs[file] !== base[file]
      if (mine[file] === undefined) {
        // Taken away here: stays away unless it came anew there.
        if (!isTheirs) await rm(path.join(staged, file), { force: true })
        continue
      }
      const merged = isTheirs && theirs[file] !== undefined ? await mergeText({ staged, target, file, readBase }) : undefined
      if (merged !== undefined) await writeFile(path.join(staged, file), merged)
      else {
        if (isTheirs) conflicts.push(file)
        await mkdir(path.dirname(path.join(staged, file)), { recursive: true })
        await copyFile(path.join(target, file), path.join(staged, file))
      }
    }
  }
  const after = (await hashesOf(staged)) ?? {}
  const files = (await listFiles(staged)).map(({ path: file, bytes = 0 }) => ({ path: file, bytes }))
  const diff = mine ? await diffOf({ target, staged, mine, after }) : ''
  return {
    isThere: there !== undefined,
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
    hash: treeHash(after),
    replacedHash: there ? treeHash(there) : '',
    diff,
    conflicts: conflicts.sort(),
  }
}

/** Both changes in one text; undefined where they meet in one place, or nobody knows what it was. */
async function mergeText({
  staged,
  target,
  file,
  readBase,
}: {
  staged: string
  target: string
  file: string
  readBase: (file: string) => Promise<Buffer | undefined>
}): Promise<string | undefined> {
  const [was, here, there] = [await readBase(file), await readFile(path.join(target, file)), await readFile(path.join(staged, file))]
  if (was === undefined || [was, here, there].some((bytes) => bytes.includes(0))) return undefined
  const patch = structuredPatch(file, file, was.toString(), there.toString(), '', '', { context: 3, maxEditLength: MAX_EDITS })
  const merged = patch && applyPatch(here.toString(), patch, { autoConvertLineEndings: true })
  return merged === false ? undefined : merged
}

async function diffOf({
  target,
  staged,
  mine,
  after,
}: {
  target: string
  staged: string
  mine: FileHashes
  after: FileHashes
}): Promise<string> {
  const all = [...new Set([...Object.keys(mine), ...Object.keys(after)])].sort()
  let diff = ''
  for (const file of all) {
    if (mine[file] === after[file]) continue
    const [before, now] = [await textAt(target, file, mine[file]), await textAt(staged, file, after[file])]
    diff +=
      before === undefined || now === undefined
        ? `Binary file ${file} differs\n`
        : patchOf([mine[file] === undefined ? '/dev/null' : file, after[file] === undefined ? '/dev/null' : file], before, now)
    if (diff.length > MAX_DIFF) return `${diff.slice(0, MAX_DIFF).toWellFormed()}\n…\n`
  }
  return diff
}

/** Texts that have little in common are shown one after the other. */
function patchOf([from, to]: readonly [string, string], before: string, now: string): string {
  const patch = createTwoFilesPatch(from, to, before, now, '', '', { maxEditLength: MAX_EDITS })
  if (patch !== undefined) return patch
  const marked = (mark: string, text: string): string => text.slice(0, MAX_DIFF).toWellFormed().replaceAll(/^/gm, mark)
  return `--- ${from}\n+++ ${to}\n${marked('-', before)}\n${marked('+', now)}\n`
}

/** Undefined: no text. */
async function textAt(folder: string, file: string, hash: string | undefined): Promise<string | undefined> {
  if (hash === undefined || hash === 'link') return ''
  const bytes = await readFile(path.join(folder, file))
  return bytes.includes(0) || fileHash(bytes) !== hash ? undefined : bytes.toString()
}
