import { expect, it } from 'vitest'
import { roughTokens } from './rough-tokens.ts'

it.each([
  ['', 0],
  ['four letters a token', 5],
  ['四个汉字', 4],
  ['mixed 中文', 4],
])('takes “%s” for about %i tokens', (text, tokens) => {
  expect(roughTokens(text)).toBe(tokens)
})
