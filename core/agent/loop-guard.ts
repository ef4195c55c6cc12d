import { createHash } from 'node:crypto'
import type { ToolCallPart, ToolMessage } from '../contract/messages.ts'

/** The same call with the same result so often in a row, or so many pairs of two taking turns, is no progress. */
const SAME = 5
const PAIRS = 3

export type LoopVerdict = 'fine' | 'notice' | 'stop'

/** Watches one turn's calls. The model is told once that it goes round in circles; going on so stops the turn. */
export interface LoopGuard {
  /** Of one answer, in call order. */
  see(round: readonly { readonly call: ToolCallPart; readonly result: ToolMessage }[]): LoopVerdict
}

export function createLoopGuard(): LoopGuard {
  const recent: string[] = []
  let isTold = false
  return {
    see(round) {
      let isLoop = false
      for (const { call, result } of round) {
        recent.push(fingerprint(call, result))
        if (recent.length > 2 * PAIRS) recent.shift()
        isLoop ||= isCircle(recent)
      }
      if (!isLoop) return 'fine'
      if (isTold) return 'stop'
      isTold = true
      return 'notice'
    },
  }
}

function isCircle(recent: readonly string[]): boolean {
  const newest = recent.at(-1)
  if (recent.slice(-SAME).every((one) => one === newest) && recent.length >= SAME) return true
  const pairs = recent.slice(-2 * PAIRS)
  return pairs.length === 2 * PAIRS && pairs[0] !== pairs[1] && pairs.every((one, index) => one === pairs[index % 2])
}

/** Content may be long; its hash is kept. */
function fingerprint({ name, input }: ToolCallPart, { content, isError }: ToolMessage): string {
  return createHash('sha256')
    .update(JSON.stringify([name, input, isError, content]))
    .digest('base64')
}
