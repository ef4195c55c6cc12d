import { AppError } from '../../contract/errors.ts'
import type { FilePage } from '../../contract/open-files.ts'
import { openRegularFile } from '../../platform/index.ts'
import { decodeText } from '../../tools/index.ts'
import type { OpenTarget } from '../../workspace/index.ts'

/** Larger files are an editor's; bytes. */
const MOST_BYTES = 32 * 1024 * 1024
/** Of one page, UTF-8. */
const PAGE_BYTES = 60_000

/** Text of a file from a line on; a line past the end shows the last page's. */
export async function readFilePage({ real, shown }: OpenTarget, line: number): Promise<FilePage> {
  const bytes = await readAll(real, shown)
  const decoded = await decodeText(bytes)
  if (!decoded) throw new AppError('files.not_text', { params: { path: shown } })
  const all = decoded.text.split(/\r?\n/)
  if (all.length > 1 && all.at(-1) === '') all.pop()
  const firstLine = Math.min(line, all.length)
  return { path: shown, size: bytes.length, totalLines: all.length, firstLine, lines: pageFrom(all, firstLine - 1) }
}

function pageFrom(all: readonly string[], start: number): string[] {
  const lines: string[] = []
  let room = PAGE_BYTES
  for (let at = start; at < all.length; at += 1) {
    const line = all[at] ?? ''
    const size = Buffer.byteLength(line) + 1
    if (size > room && lines.length > 0) break
    // One minified line may be the whole file.
    lines.push(
      size > room
        ? `${Buffer.from(line)
            .subarray(0, room - 10)
            .toString('utf8')
            .replace(/\ufffd+$/, '')}…`
        : line,
    )
    room -= size
  }
  return lines
}

async function readAll(real: string, shown: string): Promise<Buffer> {
  const opened = await openRegularFile(real).catch((cause: unknown) => {
    throw new AppError('files.unreadable', { params: { path: shown }, cause })
  })
  if (!opened) throw new AppError('files.not_text', { params: { path: shown } })
  try {
    if (opened.stats.size > MOST_BYTES)
      throw new AppError('files.too_large_to_show', { params: { path: shown, limit: `${MOST_BYTES / 1_048_576} MB` } })
    return await opened.handle.readFile()
  } finally {
    await opened.handle.close()
  }
}
