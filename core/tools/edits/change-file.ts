import { linkTarget, writeFileAtomic, type FileLocks } from '../../platform/index.ts'
import { changeDiff, changeResult } from '../files/change-result.ts'
import { contentHash } from '../files/content-hash.ts'
import { locate, type Located } from '../files/locate.ts'
import { fileFailure, missingFile } from '../files/missing.ts'
import { loadTextFile, requireSeen, type TextFile } from '../files/text-file.ts'
import { encodeText } from '../text/encoding.ts'
import { toNewlines } from '../text/line-ends.ts'
import { ToolFailure, type ToolContext, type ToolResult } from '../types.ts'
import type { EditInput } from './input.ts'
import { replaceIn, type Replaced } from './replace.ts'

/** What becomes of a file's text; throws `ToolFailure` when that is not clear. `shown` names the file in words. */
export type TextChange = (text: string, shown: string) => Replaced

/** Changes one file under its lock: read, checked, written once, or left as it is. */
export async function changeFile(
  path: string,
  context: ToolContext,
  { locks, change }: { locks: FileLocks; change: TextChange },
): Promise<ToolResult> {
  const located = locate(path, context.projectRoot)
  try {
    // Read inside the lock: an edit that waited sees what the one before it wrote.
    return await locks.hold(await linkTarget(located.absolute), () => changeLocked(located, context, change))
  } catch (error) {
    throw fileFailure(error, located.shown) ?? error
  }
}

/** The diff the change would make; undefined when it would fail anyway. */
export async function previewChange(path: string, context: ToolContext, change: TextChange): Promise<string | undefined> {
  const located = locate(path, context.projectRoot)
  try {
    const { file, replaced } = await prepare(located, context, change)
    return changeDiff({ shown: located.shown, before: file.text, after: replaced.text }).diff
  } catch (error) {
    if (error instanceof ToolFailure) return undefined
    throw error
  }
}

/** One replacement as the model gave it. */
export function replacement({ old_string: oldString, new_string: newString, replace_all: all = false }: EditInput): TextChange {
  const oldText = toNewlines(oldString)
  const newText = toNewlines(newString)
  return (text, shown) => {
    if (oldText === newText) throw new ToolFailure('old_string and new_string are the same; nothing was changed.')
    return replaceIn(text, { oldText, newText, all }, shown)
  }
}

async function changeLocked(located: Located, context: ToolContext, change: TextChange): Promise<ToolResult> {
  const { file, replaced } = await prepare(located, context, change)
  const { shown } = located
  const bytes = await encodeText(replaced.text, file)
  if (!bytes) throw new ToolFailure(`${shown} is in ${file.encoding}, which cannot hold all characters of new_string; nothing was changed.`)
  context.signal.throwIfAborted()
  await context.beforeChange(file.real, bytes)
  await writeFileAtomic(file.real, bytes, { isResolved: true })
  context.seen.set(file.real, contentHash(bytes))
  return changeResult({ shown, before: file.text, after: replaced.text, message: `Edited ${shown}: ${replaced.report}` })
}

async function prepare(located: Located, context: ToolContext, change: TextChange): Promise<{ file: TextFile; replaced: Replaced }> {
  const file = await loadTextFile(located)
  if (!file) throw await missingFile(located, context.projectRoot)
  requireSeen(file, located, context)
  return { file, replaced: change(file.text, located.shown) }
}
