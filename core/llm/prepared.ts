import type { Message } from '../contract/messages.ts'
import { prepareAnthropic } from './anthropic/request.ts'
import { requestWith } from './fixtures.ts'
import type { Media } from './media.ts'
import { prepareOpenAI } from './openai/request.ts'
import { prepareResponses } from './openai-responses/request.ts'

/** What the provider `fake` is sent for a history, in each protocol. For tests. */
export const preparedWith = (media: Media) => ({
  anthropic: (messages: readonly Message[]) => prepareAnthropic(requestWith(messages), 'fake', { media }),
  openai: (messages: readonly Message[]) => prepareOpenAI(requestWith(messages), { provider: 'fake', outputLimit: 'max_tokens', media }),
  responses: (messages: readonly Message[]) => prepareResponses(requestWith(messages), { provider: 'fake', media }),
})

/** Of a turn that a person stopped. */
export const ending: Message = {
  id: 'e',
  turnId: 't',
  createdAt: 0,
  role: 'ending',
  stopReason: 'cancelled',
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null },
  durationMs: 0,
}
