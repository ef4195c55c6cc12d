import type { Row } from '../../../core/contract/view.ts'
import { callState, isTold } from './rows/call-state.ts'
import type { ToolCall, ToolCard } from './tools/tool-card.ts'

/** The card of the tool with this name. */
type CardOf = (name: string) => Pick<ToolCard, 'verb' | 'opens' | 'merges'>

interface MergeDeps {
  readonly cardOf: CardOf
  /** Rows that neither join nor are joined. */
  readonly alone: ReadonlySet<string>
}

export interface ShownRows {
  /** Without those that joined the row before them. */
  readonly rows: readonly Row[]
  /** What joined, by the id of the row it joined, in order. */
  readonly joined: ReadonlyMap<string, readonly ToolCall[]>
}

/**
 * Steps of one kind that stand side by side read as one row, whose id is that of its first.
 * `before`: what this answered last, of which it keeps what is the same, so that the same is not drawn again.
 */
export function mergeSteps(rows: readonly Row[], { cardOf, alone }: MergeDeps, before?: ShownRows): ShownRows {
  const shown: Row[] = []
  const joined = new Map<string, ToolCall[]>()
  for (const row of rows) {
    const head = shown.at(-1)
    if (row.kind !== 'tool' || head?.kind !== 'tool' || alone.has(row.id) || alone.has(head.id) || !isOneKind(head, row, cardOf)) {
      shown.push(row)
      continue
    }
    const calls = joined.get(head.id)
    if (calls) calls.push(row)
    else joined.set(head.id, [row])
  }
  const kept = [...joined].map(([id, calls]) => [id, sameOr(calls, before?.joined.get(id))] as const)
  return { rows: shown, joined: new Map(kept) }
}

function isOneKind(head: ToolCall, row: ToolCall, cardOf: CardOf): boolean {
  const kind = kindOf(head, cardOf)
  return kind !== undefined && kind === kindOf(row, cardOf)
}

/** Undefined unless it only looked, went well so far, and holds nothing that is to be read without asking. */
function kindOf(row: ToolCall, cardOf: CardOf): string | undefined {
  const card = cardOf(row.name)
  const state = callState(row)
  if (!card.merges || row.approval || row.meta.approval || row.meta.hooks?.some(isTold)) return undefined
  const isFine = (state === 'done' && !card.opens(row)) || state === 'running' || state === 'preparing'
  return isFine ? card.verb(row) : undefined
}

function sameOr(calls: readonly ToolCall[], before: readonly ToolCall[] = []): readonly ToolCall[] {
  return calls.length === before.length && calls.every((call, index) => call === before[index]) ? before : calls
}
