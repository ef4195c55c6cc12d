import { expect, it } from 'vitest'
import { promptOf } from './review.ts'

it('comments become one message that names each place and quotes its line', () => {
  const base = { path: 'src/a.ts', isRemoved: false }
  expect(
    promptOf('Please look:', [
      { ...base, line: 3, code: 'const a = 1', text: 'Why not let?\nOr a constant.' },
      { ...base, line: 9, isRemoved: true, code: 'old()', text: ' Keep it. ' },
    ]),
  ).toBe('Please look:\n\n- src/a.ts:3\n  > const a = 1\n  Why not let?\n  Or a constant.\n\n- src/a.ts:9 (removed)\n  > old()\n  Keep it.')
})
