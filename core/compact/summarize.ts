import type { Message, UserMessage } from '../contract/messages.ts'
import type { ModelRequest, ProviderError } from '../llm/types.ts'
import type { Budget } from './budget.ts'
import { conversationText } from './conversation-text.ts'
import { summaryPrompt, type PromptLanguage } from './prompt.ts'
import { summaryIn } from './summary-text.ts'
import type { Estimator } from '../llm/index.ts'

/** A request without tools and without a history. */
export type SummaryRequest = Pick<ModelRequest, 'system' | 'tools' | 'messages'>

export type SummaryAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly error: ProviderError }

export interface SummarizeDeps {
  /** One request to the model, tried again where that helps. */
  readonly ask: (request: SummaryRequest) => Promise<SummaryAnswer>
  readonly estimate: Estimator
  readonly budget: Budget
  readonly language: PromptLanguage
}

export type Summarized =
  | { readonly kind: 'summary'; readonly text: string }
  | { readonly kind: 'stopped' }
  /** `error` undefined: the model answered without a summary. */
  | { readonly kind: 'failed'; readonly error: ProviderError | undefined }

/** So many times the oldest user turn goes, then a fifth of what is left. */
const WHOLE_TURNS = 3
const FIFTH = 5
/** A piece of the conversation has at most so many characters a token of the window: even as Chinese it fits. */
const PIECE_CHARS_A_TOKEN = 0.375

/** Has the model sum `head` up. What makes the request itself too long is left out, oldest first. */
export async function summarize(deps: SummarizeDeps, head: readonly Message[], focus: string): Promise<Summarized> {
  const { estimate, budget } = deps
  const room = budget.window - budget.reserve
  let rest = head.filter(({ role }) => role !== 'aside' && role !== 'reminder' && role !== 'ending')
  let overflow: ProviderError | undefined
  for (let dropped = 0; rest.length > 0; dropped += 1) {
    const request = requestFor(rest, focus, deps, Math.floor(room * PIECE_CHARS_A_TOKEN))
    const isTooLong = estimate.request(request) + estimate.messages(request.messages) > room
    // The last message is tried in any case: an estimate may be wrong.
    if (!isTooLong || rest.length === 1) {
      const answer = await deps.ask(request)
      if (answer.kind === 'stopped') return answer
      if (answer.kind === 'text') return readAnswer(answer.text)
      if (answer.error.kind !== 'context_overflow') return answer
      overflow = answer.error
    }
    rest = withoutOldest(rest, dropped < WHOLE_TURNS)
  }
  return { kind: 'failed', error: overflow }
}

function readAnswer(answer: string): Summarized {
  const text = summaryIn(answer)
  return text === '' ? { kind: 'failed', error: undefined } : { kind: 'summary', text }
}

function withoutOldest(messages: readonly Message[], isWholeTurn: boolean): Message[] {
  const next = isWholeTurn ? messages.findIndex(({ role }, index) => index > 0 && role === 'user') : -1
  return messages.slice(next > 0 ? next : Math.ceil(messages.length / FIFTH))
}

function requestFor(
  messages: readonly Message[],
  focus: string,
  { language }: Pick<SummarizeDeps, 'language'>,
  pieceChars: number,
): SummaryRequest {
  const { system, task } = summaryPrompt(language, focus)
  const text = `<conversation>\n${conversationText(messages, pieceChars)}\n</conversation>\n\n${task}`
  const prompt: UserMessage = { role: 'user', id: 'summary', turnId: '', createdAt: 0, text, attachments: [], reminders: [] }
  return { system: { stable: system, environment: '' }, tools: [], messages: [prompt] }
}
