import type { ToolMessage } from '../contract/messages.ts'
import type { ChangedFile } from '../contract/sessions.ts'

/** Of all diffs together, in characters: the list must fit one answer. The newest stay. */
const DIFF_CHARS = 250_000

/** Files the session's tools changed, last changed first, from the results' own facts. */
export async function changedFiles(results: AsyncIterable<ToolMessage>): Promise<ChangedFile[]> {
  const files = new Map<string, ChangedFile>()
  for await (const { meta, toolCallId, turnId } of results) {
    const { path, diff, created = false, added = 0, removed = 0 } = meta
    if (path === undefined || diff === undefined) continue
    const known = files.get(path)
    files.delete(path)
    files.set(path, {
      path,
      created: known?.created ?? created,
      added: (known?.added ?? 0) + added,
      removed: (known?.removed ?? 0) + removed,
      diffs: [...(known?.diffs ?? []), { toolCallId, turnId, diff }],
    })
  }
  return withinBounds([...files.values()].reverse())
}

function withinBounds(files: ChangedFile[]): ChangedFile[] {
  let room = DIFF_CHARS
  return files.map((file) => ({
    ...file,
    diffs: file.diffs
      .toReversed()
      .filter(({ diff }) => (room -= diff.length) >= 0)
      .toReversed(),
  }))
}
