import type { StreamEvent } from '../llm/types.ts'
import type { TurnDeps } from './types.ts'

const EVERY_MS = 250
/** The path stands early in the arguments; looking further would make long arguments quadratic. */
const PATH_WITHIN_CHARS = 2_000

type Preparing = Extract<StreamEvent, { type: 'tool_preparing' }>

/** Tells of arguments that are still streaming: at once, then at most every 250 ms a call. */
export function createPreparingReporter({ clock, emit }: Pick<TurnDeps, 'clock' | 'emit'>): (event: Preparing) => void {
  const toldAt = new Map<string, number>()
  return ({ toolCallId, name, bytes, argumentsSoFar }) => {
    const now = clock.now()
    const last = toldAt.get(toolCallId)
    if (last !== undefined && now - last < EVERY_MS) return
    toldAt.set(toolCallId, now)
    const path = pathIn(argumentsSoFar.slice(0, PATH_WITHIN_CHARS))
    emit({ type: 'tool.preparing', toolCallId, name, bytes, ...(path !== undefined && { path }) })
  }
}

function pathIn(json: string): string | undefined {
  const quoted = /"(?:file_)?path"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(json)?.[1]
  if (quoted === undefined) return undefined
  try {
    const path: unknown = JSON.parse(quoted)
    return typeof path === 'string' ? path : undefined
  } catch {
    // Not JSON yet or never: the row goes without a path.
    return undefined
  }
}
