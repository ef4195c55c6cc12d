import { newId } from '../base/ids.ts'
import type { ContentBlock, ToolCategory, Usage } from '../contract/common.ts'
import type { AssistantPart, Message, ToolMessage } from '../contract/messages.ts'
import type { Skip } from './types.ts'

/** Puts what a foreign file says into turns as we keep them: each begins with a prompt and ends, each call has one result. */
export interface TurnBuilder {
  prompt(text: string, at: number): void
  /** Adds to the answer with this key, or begins one. */
  answer(answer: {
    key: string
    parts: readonly AssistantPart[]
    usage: Usage | undefined
    model: string
    provider: string
    at: number
  }): void
  result(result: { toolCallId: string; content: readonly ContentBlock[]; isError: boolean; at: number }): void
  /** What stands for everything before it, but for the newest `kept` messages. */
  summary(text: string, options: { at: number; beforeTokens: number; kept: number }): void
  /** Prompts, answers and results so far. */
  readonly count: number
  finish(): Message[]
}

const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null }

export function createTurnBuilder(skip: Skip): TurnBuilder {
  const messages: Message[] = []
  /** By key: the answer's place, and its parts so far. Put in once, when the turn ends: an answer may come in a great many pieces. */
  const answers = new Map<string, { at: number; parts: AssistantPart[] }>()
  const open = new Map<string, string>()
  let turn: { id: string; startedAt: number; lastAt: number; steps: number } | undefined
  let count = 0

  function turnAt(at: number): { id: string; startedAt: number; lastAt: number; steps: number } {
    turn ??= { id: newId(), startedAt: at, lastAt: at, steps: 0 }
    turn.lastAt = Math.max(turn.lastAt, at)
    return turn
  }

  function endTurn(): void {
    if (!turn) return
    const { id: turnId, startedAt, lastAt } = turn
    for (const [toolCallId, name] of open) {
      skip('unpaired')
      messages.push(noResult({ toolCallId, name, turnId, at: lastAt }))
    }
    open.clear()
    for (const answer of answers.values()) {
      const message = messages[answer.at]
      if (message?.role === 'assistant') messages[answer.at] = { ...message, parts: callsLast(answer.parts) }
    }
    answers.clear()
    messages.push({
      role: 'ending',
      id: newId(),
      turnId,
      createdAt: lastAt,
      stopReason: 'end_turn',
      usage: noUsage,
      durationMs: lastAt - startedAt,
    })
    turn = undefined
  }

  return {
    prompt(text, at) {
      endTurn()
      const { id } = turnAt(at)
      count += 1
      messages.push({ role: 'user', id, turnId: id, createdAt: at, text, attachments: [], reminders: [] })
    },
    answer({ key, parts, usage, model, provider, at }) {
      const current = turnAt(at)
      for (const part of parts) if (part.type === 'tool_call') open.set(part.toolCallId, part.name)
      const known = answers.get(key)
      const earlier = known && messages[known.at]
      if (known && earlier?.role === 'assistant') {
        for (const part of parts) known.parts.push(part)
        if (usage) messages[known.at] = { ...earlier, usage }
        return
      }
      current.steps += 1
      count += 1
      answers.set(key, { at: messages.length, parts: [...parts] })
      messages.push({
        role: 'assistant',
        id: newId(),
        turnId: current.id,
        createdAt: at,
        step: current.steps,
        parts: [],
        provider,
        model,
        ...(usage && { usage }),
      })
    },
    result({ toolCallId, content, isError, at }) {
      const name = open.get(toolCallId)
      if (name === undefined) return skip('unpaired')
      open.delete(toolCallId)
      count += 1
      const { id: turnId } = turnAt(at)
      messages.push({ role: 'tool', id: newId(), turnId, createdAt: at, toolCallId, name, content, isError, durationMs: 0, meta: {} })
    },
    summary(text, { at, beforeTokens, kept }) {
      const keptFrom = kept > 0 ? (messages.filter(({ role }) => role !== 'ending').at(-kept)?.id ?? null) : null
      const turnId = turn?.id ?? messages.at(-1)?.turnId ?? newId()
      const trigger = 'automatic' as const
      const afterTokens = Math.ceil(text.length / 4)
      messages.push({
        role: 'summary',
        id: newId(),
        turnId,
        createdAt: at,
        text,
        attached: [],
        keptFrom,
        trigger,
        beforeTokens,
        afterTokens,
      })
    },
    get count() {
      return count
    },
    finish() {
      endTurn()
      // A summary may come between two turns; a session is at rest only behind an ending.
      const last = messages.at(-1)
      if (last?.role === 'summary') {
        turn = { id: last.turnId, startedAt: last.createdAt, lastAt: last.createdAt, steps: 0 }
        endTurn()
      }
      return messages
    },
  }
}

export function noResult({ toolCallId, name, turnId, at }: { toolCallId: string; name: string; turnId: string; at: number }): ToolMessage {
  const content = [{ type: 'text' as const, text: 'The imported file holds no result for this call.' }]
  const meta = { interrupted: true }
  return { role: 'tool', id: newId(), turnId, createdAt: at, toolCallId, name, content, isError: true, durationMs: 0, meta }
}

function callsLast(parts: readonly AssistantPart[]): AssistantPart[] {
  return [...parts.filter(({ type }) => type !== 'tool_call'), ...parts.filter(({ type }) => type === 'tool_call')]
}

const categories: readonly { readonly of: ToolCategory; readonly names: RegExp }[] = [
  { of: 'read', names: /^(read(_file)?|ls|glob|grep|notebookread)$/i },
  { of: 'write', names: /^(write(_file)?|edit(_file)?|multi_?edit|notebookedit)$/i },
  { of: 'network', names: /^web_?(fetch|search)$/i },
  { of: 'exec', names: /^bash/i },
  { of: 'delegate', names: /^(task|agent)$/i },
]

/** For the card of a call that some other program made. */
export function callPart(call: { toolCallId: string; name: string; input: unknown }): AssistantPart {
  const category = categories.find(({ names }) => names.test(call.name))?.of ?? 'none'
  return { type: 'tool_call', ...call, category, readOnly: category === 'read' }
}
