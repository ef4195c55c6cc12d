import { expect, it } from 'vitest'
import type { Message } from '../contract/messages.ts'
import { assistant, call, result, user } from '../llm/fixtures.ts'
import { createEstimator, ProviderError } from '../llm/index.ts'
import { budgetFor } from './index.ts'
import { summarize, type SummaryAnswer, type SummaryRequest } from './summarize.ts'

const estimate = createEstimator()
const overflow: SummaryAnswer = { kind: 'failed', error: new ProviderError('context_overflow', 'prompt is too long') }

const textOf = ({ messages }: SummaryRequest): string => (messages[0]?.role === 'user' ? messages[0].text : '')

/** Runs against a model that takes at most `limit` tokens; answers what it was sent. */
async function run(head: readonly Message[], { limit = Infinity, window = 200_000, focus = '', language = 'en' as 'en' | 'zh-CN' } = {}) {
  const sent: string[] = []
  const ask = async (request: SummaryRequest): Promise<SummaryAnswer> => {
    sent.push(textOf(request))
    return estimate.messages(request.messages) > limit ? overflow : { kind: 'text', text: '<summary>short</summary>' }
  }
  const made = await summarize({ ask, estimate, budget: budgetFor(window), language }, head, focus)
  return { sent, made }
}

const turns = (count: number, chars: number): Message[] =>
  Array.from({ length: count }, (_, at) => [user(`prompt ${at}.`), assistant(`answer ${at}. ${'x'.repeat(chars)}`)]).flat()

it('leaves out the oldest user turn three times, then a fifth each, until the request fits', async () => {
  const { sent, made } = await run(turns(20, 4_000), { limit: 12_000 })
  expect(made).toEqual({ kind: 'summary', text: 'short' })
  const first = sent.map((text) => Number(/(?:prompt|answer) (\d+)\./.exec(text)?.[1]))
  expect(first.slice(0, 4)).toEqual([0, 1, 2, 3])
  // 34 messages are left; a fifth of them are seven.
  expect(first.slice(4)).toEqual([6, 9, 12].slice(0, first.length - 4))
})

it('gives up with the vendor’s own error when nothing is left', async () => {
  const { made, sent } = await run(turns(3, 100), { limit: 0 })
  expect(made).toMatchObject({ kind: 'failed', error: { kind: 'context_overflow' } })
  expect(sent.length).toBeLessThan(10)
})

it('does not send what cannot fit, and shortens a single piece that would fill the request', async () => {
  const { sent, made } = await run([...turns(30, 4_000), user('x'.repeat(400_000))], { window: 20_000, limit: 16_000 })
  expect(made.kind).toBe('summary')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toContain('characters left out)')
})

it('says what was done in words alone: no thinking, no reminders, calls with their arguments and results', async () => {
  const thought = assistant('look', [call('c1', { path: 'a.txt' })])
  const head: Message[] = [
    user('find it', { reminders: ['a reminder'], attachments: [{ name: 'log.txt', text: 'the log' }] }),
    thought.role === 'assistant' ? { ...thought, parts: [{ type: 'thinking', text: 'secret thought' }, ...thought.parts] } : thought,
    result('c1', ['the content'], true),
  ]
  const { sent } = await run(head, { focus: 'the colours', language: 'zh-CN' })
  const text = sent[0] ?? ''
  for (const part of ['find it', 'the log', 'look', '"path":"a.txt"', 'Error of read_file', 'the content', 'the colours', '九节'])
    expect(text).toContain(part)
  for (const part of ['secret thought', 'a reminder']) expect(text).not.toContain(part)
})
