import { expect, it } from 'vitest'
import { createReasoningDetails } from './reasoning-details.ts'

it('joins the pieces of one thought, keeps others apart, and ends with the signature that came last', () => {
  const details = createReasoningDetails()
  details.take([{ type: 'reasoning.text', index: 0, text: 'let ', signature: null }])
  details.take([{ type: 'reasoning.text', index: 0, text: 'me', signature: null }])
  details.take([{ type: 'reasoning.text', index: 0, signature: 'sig=' }])
  details.take([{ type: 'reasoning.encrypted', index: 1, data: 'abc', id: 'rs_1' }, 'noise'])
  details.take(undefined)
  expect(details.list).toEqual([
    { type: 'reasoning.text', index: 0, text: 'let me', signature: 'sig=' },
    { type: 'reasoning.encrypted', index: 1, data: 'abc', id: 'rs_1' },
  ])
})
