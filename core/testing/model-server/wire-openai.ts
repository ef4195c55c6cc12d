import type { Json, ModelStep, ScriptedCall } from './types.ts'
import { frame, inPieces, type Frame } from './wire.ts'
import { argumentsOf, type AnsweredRequest } from './wire-anthropic.ts'

/** The step as chat completions stream it. Thinking goes out as `reasoning_content`, as compatible servers do. */
export function openaiFrames(
  step: ModelStep,
  { model, n }: AnsweredRequest,
  { includeUsage }: { includeUsage: boolean },
): readonly Frame[] {
  const base = { id: `chatcmpl-${n}`, object: 'chat.completion.chunk', created: 1, model }
  const chunk = (delta: Json, { finish = null, isPiece = false }: { finish?: string | null; isPiece?: boolean } = {}): Frame =>
    frame({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] }, { isPiece })
  const pieces = step.pieces ?? inPieces(step.text ?? '')
  const head = (call: ScriptedCall, index: number): Json => ({
    index: step.indexZero ? 0 : index,
    id: call.id ?? `call_${n}_${index}`,
    type: 'function',
  })
  const calls = (step.calls ?? []).flatMap((call, index) => [
    chunk({ tool_calls: [{ ...head(call, index), function: { name: call.name, arguments: '' } }] }),
    ...inPieces(argumentsOf(call), step.pieceChars).map((text) =>
      chunk({
        tool_calls: [
          step.repeatedIds
            ? { ...head(call, index), function: { name: call.name, arguments: text } }
            : { index: step.indexZero ? 0 : index, function: { arguments: text } },
        ],
      }),
    ),
  ])
  const { input = 100, output = 20, cacheRead = 7, cacheWrite = 0 } = step.usage ?? {}
  const prompt = input + cacheRead + cacheWrite
  const usage = {
    prompt_tokens: prompt,
    completion_tokens: output,
    total_tokens: prompt + output,
    prompt_tokens_details: { cached_tokens: cacheRead, ...(cacheWrite > 0 ? { cache_write_tokens: cacheWrite } : {}) },
  }
  const end = step.wrongJson
    ? [{ text: 'data: {"choices":[{"del\n\n', isPiece: false }]
    : step.error
      ? [frame({ error: { ...step.error, code: null, param: null } })]
      : [
          chunk({}, { finish: step.stop ?? (step.calls?.length ? 'tool_calls' : 'stop') }),
          ...(includeUsage && !step.noUsage ? [frame({ ...base, choices: [], usage })] : []),
          ...(step.noDone ? [] : [frame('[DONE]')]),
        ]
  return [
    chunk({ role: 'assistant', content: '' }),
    ...inPieces(step.thinking ?? '').map((reasoning_content) => chunk({ reasoning_content })),
    ...pieces.map((content) => chunk({ content }, { isPiece: true })),
    ...calls,
    ...end,
  ]
}
