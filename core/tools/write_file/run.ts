import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { linkTarget, writeFileAtomic, type FileLocks } from '../../platform/index.ts'
import { changeDiff, changeResult } from '../files/change-result.ts'
import { contentHash } from '../files/content-hash.ts'
import { locate, type Located } from '../files/locate.ts'
import { fileFailure } from '../files/missing.ts'
import { loadTextFile, requireSeen, type TextFile } from '../files/text-file.ts'
import { encodeText } from '../text/encoding.ts'
import { commonLineEnd, lineEndsOf } from '../text/line-ends.ts'
import { ToolFailure, type ToolContext, type ToolResult } from '../types.ts'
import type { WriteFileInput } from './definition.ts'

export async function writeFileTool(input: WriteFileInput, context: ToolContext, locks: FileLocks): Promise<ToolResult> {
  const located = locate(input.path, context.projectRoot)
  try {
    return await locks.hold(await linkTarget(located.absolute), () => writeLocked(input, located, context))
  } catch (error) {
    throw fileFailure(error, located.shown) ?? error
  }
}

/** The diff the write would make; undefined when it would fail anyway. */
export async function previewWrite(input: WriteFileInput, context: ToolContext): Promise<string | undefined> {
  const located = locate(input.path, context.projectRoot)
  try {
    const before = await loadTextFile(located)
    return changeDiff({ shown: located.shown, before: before?.text, after: contentFor(input.content, before) }).diff
  } catch (error) {
    if (error instanceof ToolFailure) return undefined
    throw error
  }
}

async function writeLocked(input: WriteFileInput, located: Located, context: ToolContext): Promise<ToolResult> {
  const { absolute, shown } = located
  if ((await stat(absolute).catch(() => undefined))?.isDirectory()) throw new ToolFailure(`${shown} is a folder.`)
  const before = await loadTextFile(located)
  if (before) requireSeen(before, located, context)
  const text = contentFor(input.content, before)
  const bytes = await encodeText(text, before ?? { encoding: 'utf-8', bom: false })
  if (!bytes)
    throw new ToolFailure(`${shown} is in ${before?.encoding ?? 'utf-8'}, which cannot hold all of these characters; nothing was written.`)
  context.signal.throwIfAborted()
  const target = await linkTarget(absolute)
  await context.beforeChange(target, bytes)
  await mkdir(dirname(target), { recursive: true })
  await writeFileAtomic(target, bytes, { isResolved: true })
  context.seen.set(target, contentHash(bytes))
  const lines = lineEndsOf(text).length + (text === '' || /[\r\n]$/.test(text) ? 0 : 1)
  const message = `${before ? 'Replaced' : 'Created'} ${shown} (${lines} lines, ${bytes.length} bytes).`
  return changeResult({ shown, before: before?.text, after: text, message })
}

/** The model never sees line ends: a file that has `\r\n` throughout keeps it. */
function contentFor(content: string, before: TextFile | undefined): string {
  const text = content.startsWith('\ufeff') && before?.bom ? content.slice(1) : content
  if (!before || text.includes('\r')) return text
  const end = commonLineEnd(before.text)
  const uniform = end !== undefined && end !== '\n' && lineEndsOf(before.text).every((one) => one === end)
  return uniform ? text.replaceAll('\n', end) : text
}
