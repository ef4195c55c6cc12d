import { fc } from '../testing/fast-check.ts'
import { expect, it } from 'vitest'
import type { Message, ReminderMessage, SummaryMessage, ToolCallPart } from '../contract/messages.ts'
import { assistant, call, readTool, requestWith, result, user } from '../llm/fixtures.ts'
import { createEstimator } from '../llm/index.ts'
import { prepareAnthropic } from '../llm/anthropic/request.ts'
import { refusalOfAnthropic } from '../testing/model-server/index.ts'
import { budgetFor, compact, cut, epochMessages, type Compacted } from './index.ts'

const estimate = createEstimator()
const request = { system: { stable: 'You are a coding agent.', environment: 'Folder: /tmp/x' }, tools: [readTool] }

/** One step: a batch of calls and the lengths of their results, which come in any order. */
interface Step {
  readonly say: string
  readonly results: readonly { readonly chars: number; readonly order: number }[]
  readonly reminds: boolean
  readonly thinks: boolean
}
interface Turn {
  readonly prompt: string
  readonly steps: readonly Step[]
}

const step: fc.Arbitrary<Step> = fc.record({
  say: fc.constantFrom('', 'look', '看一看'.repeat(200)),
  results: fc.array(fc.record({ chars: fc.nat(6_000), order: fc.nat(100) }), { maxLength: 8 }),
  reminds: fc.boolean(),
  thinks: fc.boolean(),
})
const turn: fc.Arbitrary<Turn> = fc.record({
  prompt: fc.constantFrom('go', '找出错误', 'x'.repeat(8_000)),
  steps: fc.array(step, { maxLength: 5 }),
})

let calls = 0
let id = 0

function messagesOf({ prompt, steps }: Turn): Message[] {
  const base = { id: `r${(id += 1)}`, turnId: 't1', createdAt: 0 }
  const reminder: ReminderMessage = { ...base, role: 'reminder', texts: ['the mode changed'] }
  return [
    user(prompt, { reminders: ['a reminder'] }),
    ...steps.flatMap(({ say, results, reminds, thinks }) => {
      const parts = results.map(() => call(`c${(calls += 1)}`))
      const raw = {
        protocol: 'anthropic',
        provider: 'fake',
        model: 'claude-sonnet-5-5',
        blocks: [{ type: 'thinking', thinking: 'hm', signature: 's' }],
      }
      const answers = parts
        .map((part, index) => ({ part, ...(results[index] ?? { chars: 0, order: 0 }) }))
        .toSorted((a, b) => a.order - b.order)
      return [
        assistant(say === '' && parts.length === 0 ? 'done' : say, parts, thinks ? { raw } : {}),
        ...answers.map(({ part, chars }) => result(part.toolCallId, ['r'.repeat(chars)])),
        ...(reminds ? [{ ...reminder, id: `r${(id += 1)}` }] : []),
      ]
    }),
  ]
}

function run(stored: readonly Message[], window: number, summaryChars: number): Promise<Compacted> | undefined {
  const messages = epochMessages(stored)
  const budget = budgetFor(window)
  const found = cut(messages, budget.tail, estimate)
  if (!found) return undefined
  return compact(
    {
      ask: async () => ({ kind: 'text', text: `<summary>${'s'.repeat(summaryChars)}</summary>` }),
      estimate,
      budget,
      language: 'en',
      model: 'm',
      pathOf: ({ toolCallId }: ToolCallPart) => toolCallId,
      read: async () => 'f'.repeat(3_000),
    },
    { cut: found, request, trigger: 'automatic', focus: '', beforeTokens: estimate.request({ ...request, messages }), notes: [] },
  )
}

/** Every call has its one result before the next answer, and no result is without its call. */
function brokenPairs(messages: readonly Message[]): string[] {
  const problems: string[] = []
  let open = new Set<string>()
  for (const message of messages) {
    if (message.role === 'tool' && !open.delete(message.toolCallId)) problems.push(`no call for ${message.toolCallId}`)
    if (message.role !== 'assistant') continue
    problems.push(...[...open].map((toolCallId) => `no result for ${toolCallId}`))
    open = new Set(message.parts.flatMap((part) => (part.type === 'tool_call' ? [part.toolCallId] : [])))
  }
  return [...problems, ...[...open].map((toolCallId) => `no result for ${toolCallId}`)]
}

it('keeps pairs and parallel batches whole, opens with the user, and shrinks, whatever the transcript and the window', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(turn, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(12_000, 20_000, 40_000, 64_000, 128_000),
      fc.constantFrom(10, 4_000, 60_000),
      async (rounds, window, summaryChars) => {
        const stored: Message[] = []
        for (const turns of rounds) {
          stored.push(...turns.flatMap(messagesOf))
          const before = estimate.request({ ...request, messages: epochMessages(stored) })
          const made = await run(stored, window, summaryChars)
          if (made?.kind !== 'done') continue
          const summary: SummaryMessage = { role: 'summary', id: `s${(id += 1)}`, turnId: 't1', createdAt: 0, ...made.summary }
          stored.push(summary)
          const epoch = epochMessages(stored)
          expect(epoch[0]).toBe(summary)
          expect(brokenPairs(epoch)).toEqual([])
          expect(refusalOfAnthropic({ ...prepareAnthropic(requestWith(epoch), 'fake'), model: 'claude-sonnet-5-5' })).toBeUndefined()
          expect(
            epoch.some(
              (one) =>
                one.role === 'reminder' || (one.role === 'assistant' && one.raw) || (one.role === 'user' && one.reminders.length > 0),
            ),
          ).toBe(false)
          expect(summary.afterTokens).toBe(estimate.request({ ...request, messages: epoch }))
          expect(summary.afterTokens).toBeLessThan(before)
          // Nothing new was said: there is nothing to sum up again.
          expect(run(stored, window, 10)).toBeUndefined()
        }
      },
    ),
    { numRuns: 40, seed: 7 },
  )
})
