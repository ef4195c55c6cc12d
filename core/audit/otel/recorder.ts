import { contentText } from '../../contract/content-text.ts'
import type { SessionEvent, SessionEventOf } from '../../contract/events.ts'
import { errorClassOf } from '../error-class.ts'
import { mcpParts } from '../mcp-name.ts'
import { traceIdOf } from '../trace-id.ts'
import type { Attributes, McpReached, OpenSpan, Telemetry } from './types.ts'

/** What events do not carry of a session. */
export interface SessionFacts {
  readonly provider: string
  readonly model: string
}

export interface RecorderDeps {
  readonly telemetry: Telemetry
  readonly factsOf: (sessionId: string) => SessionFacts
  /** Texts go along, through this; undefined: names, ids, counts and times only. */
  readonly text: ((text: string) => string) | undefined
}

interface OpenTurn {
  readonly span: OpenSpan
  readonly facts: Attributes
  readonly calls: Map<string, OpenSpan>
  request: { span: OpenSpan; at: number } | undefined
  said: string
}

export interface Recorder {
  onEvent(event: SessionEvent): void
  mcpReached(reached: McpReached): void
}

/**
 * Spans and counts from what sessions tell: `agent.run › llm.request, tool.call › mcp.call, hook.dispatch`, and `mcp.connect`,
 * with the names of the GenAI conventions.
 */
export function createRecorder({ telemetry, factsOf, text }: RecorderDeps): Recorder {
  const turns = new Map<string, OpenTurn>()
  const content = (name: string, value: unknown): Attributes =>
    text ? { [name]: text(typeof value === 'string' ? value : JSON.stringify(value)) } : {}

  function begin(event: SessionEventOf<'turn.started'>, at: number): void {
    const { provider, model } = factsOf(event.sessionId)
    const facts = { 'gen_ai.provider.name': provider, 'gen_ai.request.model': model }
    const attributes = {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.conversation.id': event.sessionId,
      'mewcode.turn.id': event.turnId,
      ...facts,
      ...content('gen_ai.input.messages', event.prompt),
    }
    const span = telemetry.span('agent.run', at, attributes, traceIdOf(event.turnId))
    turns.set(event.turnId, { span, facts, calls: new Map(), request: undefined, said: '' })
  }

  /** A request has ended where its tokens are told, or where the next thing begins without them. */
  function endRequest(turn: OpenTurn, at: number, failure?: string): void {
    const { request, facts } = turn
    if (!request) return
    request.span.set(content('gen_ai.output.messages', turn.said))
    request.span.end(at, failure)
    const failed = failure === undefined ? {} : { 'error.type': failure }
    telemetry.record('gen_ai.client.operation.duration', (at - request.at) / 1000, 's', {
      'gen_ai.operation.name': 'chat',
      ...facts,
      ...failed,
    })
    turn.request = undefined
    turn.said = ''
  }

  function spend(turn: OpenTurn, event: SessionEventOf<'usage'>, at: number): void {
    const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costUsd } = event
    const input = inputTokens + cacheReadTokens + cacheWriteTokens
    turn.request?.span.set({
      'gen_ai.usage.input_tokens': input,
      'gen_ai.usage.output_tokens': outputTokens,
      'gen_ai.usage.cache_read.input_tokens': cacheReadTokens,
      'gen_ai.usage.cache_creation.input_tokens': cacheWriteTokens,
      ...(costUsd !== null && { 'mewcode.cost_usd': costUsd }),
    })
    endRequest(turn, at)
    telemetry.record('gen_ai.client.token.usage', input, '{token}', { 'gen_ai.token.type': 'input', ...turn.facts })
    telemetry.record('gen_ai.client.token.usage', outputTokens, '{token}', { 'gen_ai.token.type': 'output', ...turn.facts })
    if (costUsd !== null) telemetry.count('mewcode.cost_usd', costUsd, turn.facts)
  }

  function finishCall(
    turn: OpenTurn,
    { toolCallId, name, isError, meta, durationMs, content: result }: SessionEventOf<'tool.finished'>,
    at: number,
  ): void {
    const call = turn.calls.get(toolCallId)
    turn.calls.delete(toolCallId)
    const failure = isError ? errorClassOf(meta) : undefined
    if (!meta.denied) mcpCall(call, { name, durationMs, failure, at })
    call?.set({
      'mewcode.decision': meta.denied ? 'deny' : 'allow',
      'mewcode.layer': (meta.denied ?? meta.allowed)?.layer,
      ...content('gen_ai.tool.call.result', contentText(result)),
    })
    call?.end(at, failure)
    const attributes = { 'gen_ai.tool.name': name, ...(failure !== undefined && { 'error.type': failure }) }
    telemetry.count('mewcode.tool.calls', 1, attributes)
    telemetry.record('mewcode.tool.duration', durationMs / 1000, 's', attributes)
  }

  /** The call itself, without what it waited for before. */
  function mcpCall(
    call: OpenSpan | undefined,
    { name, durationMs, failure, at }: { name: string; durationMs: number; failure: string | undefined; at: number },
  ): void {
    const parts = mcpParts(name)
    if (!parts) return
    const { server, tool } = parts
    const attributes = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': tool, 'mewcode.mcp.server': server }
    call?.child('mcp.call', at - durationMs, attributes).end(at, failure)
  }

  function hookRan(turn: OpenTurn, { hook, event, outcome, durationMs, toolCallId }: SessionEventOf<'hook.finished'>, at: number): void {
    const attributes = { 'mewcode.hook': hook, 'mewcode.hook.event': event, 'mewcode.hook.outcome': outcome }
    const parent = turn.calls.get(toolCallId ?? '') ?? turn.span
    parent.child('hook.dispatch', at - durationMs, attributes).end(at, outcome === 'failed' ? 'hook' : undefined)
    telemetry.count(outcome === 'failed' ? 'mewcode.hook.failures' : 'mewcode.hook.runs', 1, attributes)
  }

  function finish(turn: OpenTurn, event: SessionEventOf<'turn.finished'>, at: number): void {
    const failure = event.error?.code
    endRequest(turn, at, failure ?? (event.stopReason === 'cancelled' ? 'cancelled' : undefined))
    for (const span of turn.calls.values()) span.end(at, 'interrupted')
    turn.span.set({ 'mewcode.stop_reason': event.stopReason })
    turn.span.end(at, failure)
    turns.delete(event.turnId)
    telemetry.count('mewcode.turns', 1, { 'mewcode.stop_reason': event.stopReason, ...turn.facts })
    if (failure !== undefined) telemetry.count('mewcode.errors', 1, { 'error.type': failure, ...turn.facts })
  }

  return {
    onEvent(event) {
      const at = Date.parse(event.ts)
      if (event.type === 'turn.started') return begin(event, at)
      const turn = turns.get(event.turnId)
      if (!turn) return
      switch (event.type) {
        case 'step.started':
          endRequest(turn, at)
          turn.request = { span: turn.span.child('llm.request', at, { 'gen_ai.operation.name': 'chat', ...turn.facts }), at }
          return
        case 'text.delta':
          if (text) turn.said += event.text
          return
        case 'retry':
          turn.request?.span.set({ 'mewcode.retries': event.attempt })
          telemetry.count('mewcode.errors', 1, { 'error.type': event.code, ...turn.facts })
          return
        case 'usage':
          return spend(turn, event, at)
        case 'tool.requested': {
          endRequest(turn, at)
          const { toolCallId, name, input } = event
          const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name, 'gen_ai.tool.call.id': toolCallId }
          turn.calls.set(toolCallId, turn.span.child('tool.call', at, { ...attributes, ...content('gen_ai.tool.call.arguments', input) }))
          return
        }
        case 'tool.finished':
          return finishCall(turn, event, at)
        case 'hook.finished':
          return hookRan(turn, event, at)
        case 'turn.finished':
          return finish(turn, event, at)
        default:
      }
    },
    mcpReached({ server, type, at, durationMs, failure }) {
      const attributes = { 'mewcode.mcp.server': server, 'mewcode.mcp.transport': type }
      telemetry.span('mcp.connect', at - durationMs, attributes).end(at, failure)
      telemetry.count('mewcode.mcp.connects', 1, { ...attributes, ...(failure !== undefined && { 'error.type': failure }) })
    },
  }
}
