import { createHash } from 'node:crypto'
import path from 'node:path'
import { openRegularFile } from '../platform/regular-file.ts'

/** A larger one is no script; its size and time stand for its content. */
const MAX_BYTES = 20 * 1024 * 1024

/**
 * Every file inside the project that a command line names, project-relative, with the SHA-256 of its bytes: what is trusted
 * is what would run.
 */
export async function namedFiles(
  words: readonly string[],
  { projectRoot, cwd }: { projectRoot: string; cwd: string },
): Promise<Readonly<Record<string, string>>> {
  // `--config=./x.js` names a file too.
  const candidates = words.flatMap((word) => [word, word.replace(/^[^=]*=/, '')])
  const files = [...new Set(candidates.map((word) => path.resolve(cwd, word)))].filter((file) => isInside(projectRoot, file))
  const hashed = await Promise.all(files.map(async (file) => [path.relative(projectRoot, file), await contentOf(file)] as const))
  return Object.fromEntries(hashed.flatMap(([file, hash]) => (hash === undefined ? [] : [[file, hash]])))
}

function isInside(root: string, file: string): boolean {
  const relative = path.relative(root, file)
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative)
}

/** Undefined for what is no file. */
async function contentOf(file: string): Promise<string | undefined> {
  const opened = await openRegularFile(file).catch(() => undefined)
  if (!opened) return undefined
  try {
    const { size, mtimeMs } = opened.stats
    if (size > MAX_BYTES) return `${size} ${mtimeMs}`
    return createHash('sha256')
      .update(await opened.handle.readFile())
      .digest('hex')
  } finally {
    await opened.handle.close()
  }
}
