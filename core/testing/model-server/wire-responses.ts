import type { Json, ModelStep } from './types.ts'
import { frame, inPieces, type Frame } from './wire.ts'
import { argumentsOf, type AnsweredRequest } from './wire-anthropic.ts'

/** The step as the Responses API streams it. Thinking goes out as a reasoning item with a summary; `sealed` stands for its encrypted content. */
export function responsesFrames(
  step: ModelStep,
  { model, n }: AnsweredRequest,
  { sealed, includeSealed }: { sealed: string; includeSealed: boolean },
): readonly Frame[] {
  const frames: Frame[] = []
  const output: Json[] = []
  let number = 0
  const say = (type: string, more: Json, isPiece = false): void => {
    frames.push(frame({ type, sequence_number: number++, ...more }, { name: type, isPiece }))
  }
  const item = (opening: Json, whole: Json, deltas: (at: { item_id: unknown; output_index: number }) => void): void => {
    const output_index = output.length
    say('response.output_item.added', { output_index, item: opening })
    deltas({ item_id: opening['id'], output_index })
    say('response.output_item.done', { output_index, item: whole })
    output.push(whole)
  }
  const response = { id: `resp_${n}`, object: 'response', created_at: 1, model, error: null, incomplete_details: null }

  say('response.created', { response: { ...response, status: 'in_progress', output: [] } })
  say('response.in_progress', { response: { ...response, status: 'in_progress', output: [] } })
  if (step.thinking !== undefined) {
    const reasoning = { id: `rs_${n}`, type: 'reasoning', summary: [] }
    const part = { type: 'summary_text', text: step.thinking }
    const pieces = inPieces(step.thinking)
    item(reasoning, { ...reasoning, summary: [part], ...(includeSealed ? { encrypted_content: sealed } : {}) }, (at) => {
      say('response.reasoning_summary_part.added', { ...at, summary_index: 0, part: { ...part, text: '' } })
      for (const delta of pieces) say('response.reasoning_summary_text.delta', { ...at, summary_index: 0, delta })
      say('response.reasoning_summary_text.done', { ...at, summary_index: 0, text: step.thinking })
      say('response.reasoning_summary_part.done', { ...at, summary_index: 0, part })
    })
  }
  const pieces = step.pieces ?? inPieces(step.text ?? '')
  if (pieces.length > 0) {
    const message = { id: `msg_${n}`, type: 'message', role: 'assistant' }
    const part = { type: 'output_text', text: pieces.join(''), annotations: [] }
    item({ ...message, status: 'in_progress', content: [] }, { ...message, status: 'completed', content: [part] }, (at) => {
      say('response.content_part.added', { ...at, content_index: 0, part: { ...part, text: '' } })
      for (const delta of pieces) say('response.output_text.delta', { ...at, content_index: 0, delta }, true)
      say('response.output_text.done', { ...at, content_index: 0, text: part.text })
      say('response.content_part.done', { ...at, content_index: 0, part })
    })
  }
  step.calls?.forEach((call, index) => {
    const given = argumentsOf(call)
    const called = { id: `fc_${n}_${index}`, type: 'function_call', call_id: call.id ?? `call_${n}_${index}`, name: call.name }
    item({ ...called, status: 'in_progress', arguments: '' }, { ...called, status: 'completed', arguments: given }, (at) => {
      for (const delta of inPieces(given, step.pieceChars)) say('response.function_call_arguments.delta', { ...at, delta })
      say('response.function_call_arguments.done', { ...at, name: call.name, arguments: given })
    })
  })
  finish()
  return frames

  function finish(): void {
    if (step.wrongJson) return void frames.push({ text: 'data: {"type":"response.comp\n\n', isPiece: false })
    if (step.error) return say('error', { code: step.error.type, message: step.error.message, param: null })
    const ended = { ...response, output, ...(step.noUsage ? {} : { usage: usageOf(step) }) }
    const reason = incomplete.get(step.stop ?? '')
    if (reason === undefined) return say('response.completed', { response: { ...ended, status: 'completed' } })
    say('response.incomplete', { response: { ...ended, status: 'incomplete', incomplete_details: { reason } } })
  }
}

const incomplete: ReadonlyMap<string, string> = new Map([
  ['max_tokens', 'max_output_tokens'],
  ['length', 'max_output_tokens'],
  ['max_output_tokens', 'max_output_tokens'],
  ['content_filter', 'content_filter'],
])

function usageOf(step: ModelStep): Json {
  const { input = 100, output = 20, cacheRead = 7, cacheWrite = 0 } = step.usage ?? {}
  const prompt = input + cacheRead + cacheWrite
  return {
    input_tokens: prompt,
    input_tokens_details: { cached_tokens: cacheRead, ...(cacheWrite > 0 ? { cache_write_tokens: cacheWrite } : {}) },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: prompt + output,
  }
}
