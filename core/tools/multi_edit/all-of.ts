import { replacement, type TextChange } from '../edits/change-file.ts'
import type { EditInput } from '../edits/input.ts'
import { ToolFailure } from '../types.ts'

/** The edits one after the other, each in what the ones before it made. One that fails fails all. */
export function allOf(edits: readonly EditInput[]): TextChange {
  return (before, shown) => {
    let text = before
    const reports: string[] = []
    for (const [at, edit] of edits.entries()) {
      const { text: after, report } = numbered(at + 1, edits.length, () => replacement(edit)(text, shown))
      text = after
      reports.push(`${at + 1}. ${report}`)
    }
    if (text === before) throw new ToolFailure(`The edits cancel each other out; ${shown} was left as it is.`)
    return { text, report: edits.length === 1 ? reports.join('') : `${edits.length} edits.\n${reports.join('\n')}` }
  }
}

function numbered<T>(number: number, count: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error
    throw new ToolFailure(`Edit ${number} of ${count} failed, so none was made. ${error.message}`, error.meta)
  }
}
