import { expect, it } from 'vitest'
import { createMarker, markTurns } from './marks.ts'

const text = (n: number) => ({ type: 'text', text: String(n) })
const many = (count: number, type = 'tool_result') => Array.from({ length: count }, (_, n) => ({ type, n }))
const places = (messages: readonly { role: 'user' | 'assistant'; content: readonly Record<string, unknown>[] }[]) =>
  markTurns(messages, createMarker('5m')).flatMap(({ content }, at) =>
    content.flatMap((block, index) => ('cache_control' in block ? [`${at}.${index}`] : [])),
  )

it('marks the ends of the two newest user turns', () => {
  expect(
    places([
      { role: 'user', content: [text(1)] },
      { role: 'assistant', content: [text(2)] },
      { role: 'user', content: [text(3), text(4)] },
    ]),
  ).toEqual(['0.0', '2.1'])
})

it.each([
  [7, ['0.0', '2.6']],
  [8, ['2.6', '2.7']],
  [20, ['1.14', '2.19']],
])('moves the older mark into a turn that adds more than 15 blocks (%i calls and as many results)', (count, expected) => {
  const messages = [
    { role: 'user' as const, content: [text(1)] },
    { role: 'assistant' as const, content: many(count, 'tool_use') },
    { role: 'user' as const, content: many(count) },
  ]
  expect(places(messages)).toEqual(expected)
})

it('never puts a mark on thinking', () => {
  const messages = [
    { role: 'user' as const, content: [text(1)] },
    {
      role: 'assistant' as const,
      content: [...many(13, 'tool_use'), { type: 'thinking', thinking: 'x' }, { type: 'thinking', thinking: 'x' }],
    },
    { role: 'user' as const, content: many(5) },
  ]
  expect(places(messages)).toEqual(['1.12', '2.4'])
})
