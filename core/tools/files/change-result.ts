import type { ToolResult } from '../types.ts'
import { unifiedDiff } from '../text/unified-diff.ts'

export interface Change {
  readonly shown: string
  /** Undefined: the file is new. */
  readonly before: string | undefined
  readonly after: string
  /** What the model is told. */
  readonly message: string
}

/** The result of a tool that changed a file: the model gets the message, the window the diff. */
export function changeResult({ shown, before, after, message }: Change): ToolResult {
  const { diff, added, removed, truncated } = changeDiff({ shown, before, after })
  return {
    content: [{ type: 'text', text: message.toWellFormed() }],
    meta: { path: shown, diff, added, removed, ...(before === undefined && { created: true }), ...(truncated && { truncated }) },
  }
}

export function changeDiff({ shown, before, after }: Omit<Change, 'message'>): ReturnType<typeof unifiedDiff> {
  return unifiedDiff(shown, before === undefined ? undefined : visible(before), visible(after))
}

/** Old Macintosh files would be one line. */
function visible(text: string): string {
  return text.includes('\n') ? text : text.replaceAll('\r', '\n')
}
