import { join } from 'node:path'
import type { ToolContext } from '../types.ts'

/** Where a call's whole output goes when the answer holds only a part: `read_file` opens it without asking. */
export function spillPath({ sessionDir, toolCallId }: Pick<ToolContext, 'sessionDir' | 'toolCallId'>): string {
  // The id is the model's word; as a file name it must not lead anywhere.
  return join(sessionDir, 'spill', `${toolCallId.replaceAll(/[^\w-]/g, '_').slice(0, 100)}.txt`)
}
