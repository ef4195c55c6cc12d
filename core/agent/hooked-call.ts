import type { ToolMeta } from '../contract/common.ts'
import type { ToolResult } from '../tools/types.ts'
import type { HookWish, RunnableCall, TurnHooks } from './types.ts'

export interface Outcome {
  readonly content: ToolResult['content']
  readonly isError: boolean
  readonly meta: ToolMeta
  readonly endsTurn?: ToolResult['endsTurn']
  /** Of the tool alone; undefined: it did not run. */
  readonly durationMs?: number
}

/** Hooks before and after a call: the first may block or change it, the second see what ran. Undefined as `run` answers it. */
export async function withHooks(
  hooks: TurnHooks | undefined,
  { call, signal }: { call: RunnableCall; signal: AbortSignal },
  run: (call: RunnableCall, wish: HookWish | undefined) => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  if (!hooks) return run(call, undefined)
  const before = await hooks.beforeTool(call, signal)
  const changed = before.updatedInput && { updatedInput: before.updatedInput }
  const hookMeta = before.marks.length > 0 ? { hooks: [...before.marks] } : {}
  if (before.stop !== undefined) return { ...failed(before.block ?? before.stop, hookMeta), endsTurn: stopping(before.stop) }
  if (before.block !== undefined) return failed(before.block, hookMeta)
  const asked = changed ? withInput(call, changed.updatedInput) : call
  if (!asked) return failed(`The call was not run: a hook changed its arguments to some that do not fit ${call.tool.name}.`, hookMeta)
  const outcome = await run(asked, before.wish)
  if (!outcome) return undefined
  const { durationMs } = outcome
  const after = durationMs === undefined ? undefined : await hooks.afterTool(asked, { ...outcome, durationMs }, signal)
  const marks = [...before.marks, ...(outcome.meta.hooks ?? []), ...(after?.marks ?? [])]
  return {
    ...outcome,
    meta: { ...outcome.meta, ...changed, ...(marks.length > 0 && { hooks: marks }) },
    ...(after?.stop !== undefined && { endsTurn: stopping(after.stop) }),
  }
}

/** The call with arguments of a hook's, as the tool reads them; undefined: they do not fit. */
function withInput(call: RunnableCall, input: Readonly<Record<string, unknown>>): RunnableCall | undefined {
  const read = call.tool.input.safeParse(input)
  return read.success ? { ...call, input: read.data } : undefined
}

function stopping(text: string): NonNullable<ToolResult['endsTurn']> {
  return { stopReason: 'hook_stopped', text }
}

export function failed(text: string, meta: ToolMeta = {}): Outcome {
  return { content: [{ type: 'text', text }], isError: true, meta }
}
