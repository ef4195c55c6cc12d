import { opendir } from 'node:fs/promises'
import { limits } from '../limits.ts'
import { fitLines } from '../text/fit-lines.ts'
import type { ToolResult } from '../types.ts'

/** Names in a folder, sorted, folders with a `/`. */
export async function readFolder(absolute: string, shown: string): Promise<ToolResult> {
  const names: string[] = []
  let total = 0
  for await (const entry of await opendir(absolute)) {
    total++
    // Kept beyond the limit so that the first names in order are shown, not the first on the disk.
    if (names.length < limits.read.entries * 20) names.push(entry.isDirectory() ? `${entry.name}/` : entry.name)
  }
  const listed = fitLines(names.sort().slice(0, limits.read.entries), limits.read.bytes)
  const more = total > listed.length ? `\n(${total - listed.length} more of ${total}; use glob)` : ''
  const text = total === 0 ? `${shown} is an empty folder.` : `${shown} is a folder:\n${listed.join('\n')}${more}`
  return { content: [{ type: 'text', text: text.toWellFormed() }], meta: { path: shown, count: total, truncated: more !== '' } }
}
