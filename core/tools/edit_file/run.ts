import { linkTarget, writeFileAtomic, type FileLocks } from '../../platform/index.ts'
import { changeDiff, changeResult } from '../files/change-result.ts'
import { contentHash } from '../files/content-hash.ts'
import { locate, type Located } from '../files/locate.ts'
import { fileFailure, missingFile } from '../files/missing.ts'
import { loadTextFile, requireSeen, type TextFile } from '../files/text-file.ts'
import { encodeText } from '../text/encoding.ts'
import { toNewlines } from '../text/line-ends.ts'
import { ToolFailure, type ToolContext, type ToolResult } from '../types.ts'
import { replaceIn, type Replaced } from './replace.ts'
import type { EditFileInput } from './definition.ts'

export async function editFileTool(input: EditFileInput, context: ToolContext, locks: FileLocks): Promise<ToolResult> {
  const located = locate(input.path, context.projectRoot)
  try {
    // Read inside the lock: an edit that waited sees what the one before it wrote.
    return await locks.hold(await linkTarget(located.absolute), () => editLocked(input, located, context))
  } catch (error) {
    throw fileFailure(error, located.shown) ?? error
  }
}

/** The diff the edit would make; undefined when it would fail anyway. */
export async function previewEdit(input: EditFileInput, context: ToolContext): Promise<string | undefined> {
  const located = locate(input.path, context.projectRoot)
  try {
    const { file, replaced } = await prepare(input, located, context)
    return changeDiff({ shown: located.shown, before: file.text, after: replaced.text }).diff
  } catch (error) {
    if (error instanceof ToolFailure) return undefined
    throw error
  }
}

async function editLocked(input: EditFileInput, located: Located, context: ToolContext): Promise<ToolResult> {
  const { file, replaced } = await prepare(input, located, context)
  const { shown } = located
  const bytes = await encodeText(replaced.text, file)
  if (!bytes) throw new ToolFailure(`${shown} is in ${file.encoding}, which cannot hold all characters of new_string; nothing was changed.`)
  context.signal.throwIfAborted()
  await writeFileAtomic(file.real, bytes)
  context.seen.set(file.real, contentHash(bytes))
  return changeResult({ shown, before: file.text, after: replaced.text, message: `Edited ${shown}: ${replaced.report}` })
}

async function prepare(input: EditFileInput, located: Located, context: ToolContext): Promise<{ file: TextFile; replaced: Replaced }> {
  const file = await loadTextFile(located)
  if (!file) throw await missingFile(located, context.projectRoot)
  requireSeen(file, located, context)
  const oldText = toNewlines(input.old_string)
  const newText = toNewlines(input.new_string)
  if (oldText === newText) throw new ToolFailure('old_string and new_string are the same; nothing was changed.')
  return { file, replaced: replaceIn(file.text, { oldText, newText, all: input.replace_all ?? false }, located.shown) }
}
