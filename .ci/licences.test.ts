import { expect, it } from 'vitest'
import { isAllowed } from './licences.ts'

it.each([
  ['MIT', true],
  ['GPL-3.0', false],
  ['MIT OR GPL-3.0', true],
  ['(GPL-3.0 OR MIT)', true],
  ['MIT AND ISC', true],
  ['MIT AND GPL-3.0', false],
  ['(MIT AND GPL-3.0) OR ISC', true],
  ['MITRE', false],
])('the expression %s: %s', (expression, allowed) => {
  expect(isAllowed(expression, ['MIT', 'ISC'])).toBe(allowed)
})
