import { expect, it } from 'vitest'
import { isImeKey } from './ime.ts'

it.each([
  ['Enter while a word is composed', { key: 'Enter', keyCode: 13, isComposing: true }, true],
  ['Enter with key code 229 (Safari, after the composition ended)', { key: 'Enter', keyCode: 229, isComposing: false }, true],
  ['a key the input method took', { key: 'Process', keyCode: 0, isComposing: false }, true],
  ['a plain Enter', { key: 'Enter', keyCode: 13, isComposing: false }, false],
])('%s: %o is the input method’s: %s', (_title, event, expected) => {
  expect(isImeKey(event)).toBe(expected)
})
