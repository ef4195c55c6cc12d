import type { Attachment } from './common.ts'
import type { AssistantMessage, EndingMessage, Message, SummaryMessage, ToolCallPart, ToolMessage, UserMessage } from './messages.ts'
import type { Row, RowOf } from './view.ts'

/** Ids of rows: the same whether a row comes from events or from messages. */
export const rowId = {
  /** A turn's first prompt has the turn's id. */
  user: (messageId: string) => `${messageId}:user`,
  part: (turnId: string, step: number, kind: 'text' | 'thinking', index: number) => `${turnId}:${step}:${kind}:${index}`,
  tool: (turnId: string, toolCallId: string) => `${turnId}:${toolCallId}`,
  summary: (messageId: string) => `${messageId}:summary`,
  ending: (turnId: string) => `${turnId}:ending`,
}

/** The transcript's rows for stored messages, oldest first. A result whose call is not among `messages` makes no row. */
export function fromMessages(messages: readonly Message[]): Row[] {
  const rows: Row[] = []
  const tools = new Map<string, number>()
  for (const message of messages) {
    switch (message.role) {
      case 'user':
        rows.push(userRow(message))
        break
      case 'assistant':
        for (const row of assistantRows(message)) {
          if (row.kind === 'tool') tools.set(row.id, rows.length)
          rows.push(row)
        }
        break
      case 'tool': {
        const index = tools.get(rowId.tool(message.turnId, message.toolCallId))
        const row = index === undefined ? undefined : rows[index]
        if (index !== undefined && row?.kind === 'tool') rows[index] = settledTool(row, message)
        break
      }
      case 'aside':
        rows.push(settledTool(asideTool(message, message), message))
        break
      case 'summary':
        rows.push(summaryRow(message))
        break
      case 'ending':
        rows.push(endingRow(message))
        break
      case 'reminder':
        break
    }
  }
  return rows
}

/** A tool row with its call's result. */
export function settledTool(row: RowOf<'tool'>, result: Pick<ToolMessage, 'content' | 'isError' | 'durationMs' | 'meta'>): RowOf<'tool'> {
  const { approval: _answered, mark: _mark, ...rest } = row
  return {
    ...rest,
    state: result.isError ? 'failed' : 'done',
    progress: '',
    content: [...result.content],
    meta: result.meta,
    durationMs: result.durationMs,
    ...(result.meta.approval && { approval: result.meta.approval }),
  }
}

/** A call that is known and has no result yet. */
export function openTool(
  call: Pick<ToolCallPart, 'toolCallId' | 'name' | 'input' | 'category'>,
  at: { turnId: string; step: number; state: 'preparing' | 'running' },
): RowOf<'tool'> {
  return {
    kind: 'tool',
    id: rowId.tool(at.turnId, call.toolCallId),
    turnId: at.turnId,
    step: at.step,
    toolCallId: call.toolCallId,
    name: call.name,
    input: call.input,
    category: call.category,
    state: at.state,
    progress: '',
    content: [],
    meta: {},
    durationMs: 0,
  }
}

/** A call that came with a text: nothing says more of it than the transcript. */
export function asideTool(call: Parameters<typeof openTool>[0], { turnId, step }: { turnId: string; step: number }): RowOf<'tool'> {
  return { ...openTool(call, { turnId, step, state: 'running' }), isAside: true }
}

function userRow({ id, turnId, text, agent, attachments }: UserMessage): Row {
  return {
    kind: 'user',
    id: rowId.user(id),
    turnId,
    text,
    ...(agent !== undefined && { agent }),
    attachments: attachments.map(shownAttachment),
  }
}

/** What windows see of an attachment: its text stays with the record. */
export function shownAttachment({ attachmentId, name, size, media }: Attachment): Attachment {
  return { attachmentId, name, size, ...(media && { media }) }
}

function assistantRows({ turnId, step, parts, interrupted = false }: AssistantMessage): Row[] {
  const spoken: Row[] = []
  const calls: Row[] = []
  for (const part of parts) {
    const last = spoken.at(-1)
    if (part.type === 'tool_call') calls.push(openTool(part, { turnId, step, state: 'running' }))
    // Neighbours of one kind read as one row, as their deltas do.
    else if (last?.kind === 'text' && part.type === 'text') last.text += part.text
    else if (last?.kind === 'thinking' && part.type === 'thinking') {
      last.text += part.text
      last.durationMs = part.durationMs ?? last.durationMs
    } else if (part.type === 'text') {
      spoken.push({ kind: 'text', id: rowId.part(turnId, step, 'text', spoken.length), turnId, step, text: part.text, interrupted })
    } else {
      const id = rowId.part(turnId, step, 'thinking', spoken.length)
      spoken.push({ kind: 'thinking', id, turnId, step, text: part.text, durationMs: part.durationMs ?? 0 })
    }
  }
  return [...spoken, ...calls]
}

/** What stands for everything before it; attached files are the model's only. */
export function summaryRow({
  id,
  turnId,
  text,
  trigger,
  beforeTokens,
  afterTokens,
}: Pick<SummaryMessage, 'id' | 'turnId' | 'text' | 'trigger' | 'beforeTokens' | 'afterTokens'>): Row {
  return { kind: 'summary', id: rowId.summary(id), turnId, text, trigger, beforeTokens, afterTokens }
}

function endingRow({ turnId, stopReason, usage, durationMs, error }: EndingMessage): Row {
  return { kind: 'ending', id: rowId.ending(turnId), turnId, stopReason, usage, durationMs, ...(error && { error }) }
}
