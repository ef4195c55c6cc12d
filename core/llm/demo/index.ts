import { newId } from '../../base/ids.ts'
import { contentText } from '../../contract/content-text.ts'
import type { AssistantMessage, Message } from '../../contract/messages.ts'
import { isObject } from '../json.ts'
import type { ProviderDeps } from '../provider-deps.ts'
import type { ModelRequest, Provider, StreamEvent } from '../types.ts'
import { readIntent } from './intent.ts'
import { nextMove, type Done, type Move } from './plan.ts'
import { languageOf, words } from './words.ts'

/** An offline stand-in without any AI: it knows a few phrases and answers them through real tool calls, so that a newcomer sees how the app works. */
export function createDemo({ config }: Pick<ProviderDeps, 'config'>): Provider {
  return { name: config.name, protocol: 'demo', stream }
}

async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  const { say, call } = move(request)
  for (const text of pieces(say)) {
    // Gives way, so that a stop pressed meanwhile is seen.
    await new Promise((resolve) => setImmediate(resolve))
    if (signal.aborted) return
    yield { type: 'text', text }
  }
  yield { type: 'usage', usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 } }
  if (call) {
    const argumentsText = JSON.stringify(call.input)
    const toolCallId = `demo_${newId().replaceAll('-', '')}`
    yield { type: 'tool_preparing', toolCallId, name: call.name, bytes: Buffer.byteLength(argumentsText), argumentsSoFar: argumentsText }
    yield { type: 'tool_calls', calls: [{ toolCallId, name: call.name, argumentsText }] }
  }
  yield { type: 'done', stopReason: call ? 'tool_use' : 'end_turn', raw: undefined }
}

function move({ messages, tools }: ModelRequest): Move {
  const start = messages.findLastIndex((message) => message.role === 'user')
  const prompt = messages[start]
  const text = prompt?.role === 'user' ? prompt.text : ''
  const language = languageOf(text)
  const done = callsOf(messages.slice(start + 1))
  const next = nextMove(readIntent(text), done, language)
  const opening = done.length === 0 ? `${words[language].intro}\n\n` : ''
  const { call } = next
  if (call && !tools.some((tool) => tool.name === call.name)) return { say: opening + words[language].noTool(call.name) }
  const closing = !call && showsMedia(messages.slice(start)) ? `\n\n${words[language].blind}` : ''
  return { ...next, say: opening + next.say + closing }
}

function showsMedia(turn: readonly Message[]): boolean {
  return turn.some((message) => {
    if (message.role === 'user') return message.attachments.some(({ media }) => media)
    return message.role === 'tool' && message.content.some(({ type }) => type !== 'text')
  })
}

/** The turn's calls with their results, in order. */
function callsOf(turn: readonly Message[]): readonly Done[] {
  const answers = turn.filter((message): message is AssistantMessage => message.role === 'assistant')
  const calls = answers.flatMap((message) => message.parts.filter((part) => part.type === 'tool_call'))
  return calls.flatMap(({ toolCallId, name, input }) => {
    const result = turn.find((message) => message.role === 'tool' && message.toolCallId === toolCallId)
    if (result?.role !== 'tool') return []
    const text = contentText(result.content)
    return [{ name, input: isObject(input) ? input : {}, text, isError: result.isError }]
  })
}

function pieces(text: string): readonly string[] {
  return text.match(/[\s\S]{1,12}/gu) ?? []
}
