import type { Json, ModelStep, ScriptedCall } from './types.ts'
import { frame, inPieces, type Frame } from './wire.ts'

export interface AnsweredRequest {
  readonly model: string
  /** Number of the answer, for ids. */
  readonly n: number
}

/** The step as the Messages API streams it. */
export function anthropicFrames(step: ModelStep, { model, n }: AnsweredRequest, signature: string): readonly Frame[] {
  const blocks: (readonly Frame[])[] = []
  const add = (start: Json, deltas: readonly Json[], isPiece = false): void => {
    const index = blocks.length
    blocks.push([
      event({ type: 'content_block_start', index, content_block: start }),
      ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta }, isPiece)),
      event({ type: 'content_block_stop', index }),
    ])
  }
  if (step.thinking !== undefined) {
    const thoughts = inPieces(step.thinking).map((thinking): Json => ({ type: 'thinking_delta', thinking }))
    add({ type: 'thinking', thinking: '', signature: '' }, [...thoughts, { type: 'signature_delta', signature }])
  }
  const pieces = step.pieces ?? inPieces(step.text ?? '')
  if (pieces.length > 0) {
    add(
      { type: 'text', text: '' },
      pieces.map((text) => ({ type: 'text_delta', text })),
      true,
    )
  }
  for (const block of step.blocks ?? []) add(block, [])
  step.calls?.forEach((call, at) => {
    const id = call.id ?? `toolu_${n}_${at}`
    const json = ['', ...inPieces(argumentsOf(call), step.pieceChars)].map((partial_json): Json => ({
      type: 'input_json_delta',
      partial_json,
    }))
    add({ type: 'tool_use', id, name: call.name, input: {} }, json)
  })
  const { input = 100, output = 20, cacheRead = 7, cacheWrite = 5 } = step.usage ?? {}
  const opening = step.noUsage
    ? undefined
    : { input_tokens: input, output_tokens: 1, cache_creation_input_tokens: cacheWrite, cache_read_input_tokens: cacheRead }
  const message = {
    id: `msg_${n}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    ...(opening && { usage: opening }),
  }
  const stop = step.stop ?? (step.calls?.length ? 'tool_use' : 'end_turn')
  const end = step.wrongJson
    ? [{ text: 'event: message_delta\ndata: {"type":"message_del\n\n', isPiece: false }]
    : step.error
      ? [event({ type: 'error', error: step.error })]
      : [
          event({
            type: 'message_delta',
            delta: { stop_reason: stop, stop_sequence: null, ...(step.stopDetails ? { stop_details: step.stopDetails } : {}) },
            ...(step.noUsage ? {} : { usage: { output_tokens: output } }),
          }),
          event({ type: 'message_stop' }),
        ]
  return [event({ type: 'message_start', message }), event({ type: 'ping' }), ...blocks.flat(), ...end]
}

export function argumentsOf({ raw, input }: ScriptedCall): string {
  return raw ?? JSON.stringify(input ?? {})
}

function event(data: Json & { readonly type: string }, isPiece = false): Frame {
  return frame(data, { name: data.type, isPiece })
}
