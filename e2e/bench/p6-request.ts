import { performance } from 'node:perf_hooks'
import type { Message } from '../../core/contract/messages.ts'
import { prepareAnthropic } from '../../core/llm/anthropic/request.ts'
import { prepareOpenAI } from '../../core/llm/openai/request.ts'
import { prepareResponses } from '../../core/llm/openai-responses/request.ts'
import type { ModelRequest } from '../../core/llm/types.ts'
import type { Bench } from './measure.ts'

const ROUNDS = 11
const WARM_UP = 3
const MESSAGES = 10_000
const BUDGET_MS = 30

/** Turns of a prompt, an answer with a call, its result and a last word: as a session of that size holds them. */
function session(count: number): readonly Message[] {
  const base = (n: number) => ({ id: `m${n}`, turnId: `t${n >> 2}`, createdAt: n })
  const about = { provider: 'bench', model: 'claude-sonnet-5-5' } as const
  const answer = (n: number, blocks: readonly unknown[], parts: Extract<Message, { role: 'assistant' }>['parts']): Message => ({
    ...base(n),
    role: 'assistant',
    step: 1,
    parts,
    raw: { ...about, protocol: 'anthropic', blocks },
    ...about,
  })
  return Array.from({ length: count }, (_, n): Message => {
    const text = `Message ${n}. ${'The quick brown fox jumps over the lazy dog. '.repeat(8)}`
    const toolCallId = `toolu_${n >> 2}`
    const input = { path: `src/file-${n}.ts` }
    switch (n % 4) {
      case 0:
        return { ...base(n), role: 'user', text, attachments: [], reminders: n % 40 === 0 ? ['The branch is main now.'] : [] }
      case 1:
        return answer(
          n,
          [
            { type: 'text', text },
            { type: 'tool_use', id: toolCallId, name: 'read_file', input },
          ],
          [
            { type: 'text', text },
            { type: 'tool_call', toolCallId, name: 'read_file', input, category: 'read', readOnly: true },
          ],
        )
      case 2:
        return {
          ...base(n),
          role: 'tool',
          toolCallId,
          name: 'read_file',
          content: [{ type: 'text', text: text.repeat(3) }],
          isError: false,
          durationMs: 1,
          meta: {},
        }
      default:
        return answer(n, [{ type: 'text', text }], [{ type: 'text', text }])
    }
  })
}

function milliseconds(work: () => unknown): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

/** A request's body out of 10,000 messages, in each protocol. */
export const p6: Bench = {
  name: 'P6',
  run() {
    const messages = session(MESSAGES)
    const request: ModelRequest = {
      model: 'claude-sonnet-5-5',
      system: { stable: 'You are a coding agent.', environment: 'Folder: /tmp/x' },
      tools: [],
      messages,
      maxTokens: 1000,
    }
    const protocols = [
      { what: 'Anthropic', build: () => prepareAnthropic(request, 'bench') },
      { what: 'chat completions', build: () => prepareOpenAI(request, { provider: 'bench', outputLimit: 'max_tokens' }) },
      { what: 'Responses', build: () => prepareResponses(request, { provider: 'bench' }) },
    ]
    return Promise.resolve(
      protocols.map(({ what, build }) => {
        for (let round = 0; round < WARM_UP; round++) build()
        const samples = Array.from({ length: ROUNDS }, () => milliseconds(build))
        return { bench: 'P6', what: `a request of 10,000 messages, ${what}`, unit: 'ms' as const, budget: BUDGET_MS, samples }
      }),
    )
  },
}
