import { expect, it } from 'vitest'
import { refusalOfThinking } from './strict-thinking.ts'

it.each([
  ['claude-opus-5-5', { thinking: { type: 'disabled' } }, /thinking.type.disabled" is not supported/],
  ['claude-fable-5-1', { thinking: { type: 'enabled', budget_tokens: 2000 } }, /thinking.type.enabled" is not supported/],
  ['claude-sonnet-5-5', { thinking: { type: 'enabled', budget_tokens: 2000 } }, /budget_tokens` is not supported/],
  ['claude-sonnet-5-5', { temperature: 0.5 }, /`temperature` is deprecated/],
  ['claude-haiku-4-5', { thinking: { type: 'enabled', budget_tokens: 100 } }, /greater than or equal to 1024/],
  ['claude-haiku-4-5', { thinking: { type: 'enabled', budget_tokens: 9000 } }, /must be greater than/],
  ['claude-haiku-4-5', { thinking: { type: 'enabled', budget_tokens: 2000 }, temperature: 0 }, /only be set to 1/],
  ['claude-haiku-4-5', { stop_sequences: [' '] }, /non-whitespace/],
])('refuses for %s %j', (model, more, reason) => {
  expect(refusalOfThinking({ model, max_tokens: 8000, ...more })).toMatch(reason)
})

it.each([
  ['claude-opus-5-5', { thinking: { type: 'adaptive', display: 'summarized' } }],
  ['claude-sonnet-5-5', { thinking: { type: 'disabled' } }],
  ['claude-haiku-4-5', { thinking: { type: 'enabled', budget_tokens: 2000 }, stop_sequences: ['x'] }],
])('takes for %s %j', (model, more) => {
  expect(refusalOfThinking({ model, max_tokens: 8000, ...more })).toBeUndefined()
})
