import { describe, expect, it } from 'vitest'
import { createLoopGuard, type LoopVerdict } from './loop-guard.ts'

const base = { id: 'm', turnId: 't', createdAt: 0, toolCallId: 'c', name: 'bash', durationMs: 0, meta: {} } as const

/** `a` calls `a`; `a1` calls `a` and gets another result. */
function seen(word: string) {
  const [letter = '', result = ''] = word
  return {
    call: { type: 'tool_call', toolCallId: 'c', name: 'bash', input: { command: letter }, category: 'exec', readOnly: false },
    result: { ...base, role: 'tool', content: [{ type: 'text', text: result }], isError: false },
  } as const
}

function verdicts(rounds: string): LoopVerdict[] {
  const guard = createLoopGuard()
  return rounds.split(' ').map((round) => guard.see(round.split('+').map(seen)))
}

describe('the loop guard', () => {
  it.each<[string, string, LoopVerdict[]]>([
    ['five times the same', 'a a a a a', ['fine', 'fine', 'fine', 'fine', 'notice']],
    ['and on after the notice', 'a a a a a a', ['fine', 'fine', 'fine', 'fine', 'notice', 'stop']],
    ['another result each time', 'a1 a2 a3 a4 a5 a6', Array<LoopVerdict>(6).fill('fine')],
    ['two that take turns', 'a b a b a b a', ['fine', 'fine', 'fine', 'fine', 'fine', 'notice', 'stop']],
    ['two that take turns while one gets on', 'a1 b a2 b a3 b', Array<LoopVerdict>(6).fill('fine')],
    ['something else before the fifth', 'a a a a b a a', Array<LoopVerdict>(7).fill('fine')],
    [
      'another circle after the notice',
      'a a a a a b b b b b',
      ['fine', 'fine', 'fine', 'fine', 'notice', 'fine', 'fine', 'fine', 'fine', 'stop'],
    ],
    ['many in one answer, once told', 'a+a+a+a+a+a+a c', ['notice', 'fine']],
  ])('%s', (_, rounds, expected) => {
    expect(verdicts(rounds)).toEqual(expected)
  })
})
