import { expect, it } from 'vitest'
import { promptText } from './prompt-text.ts'

it.each([
  ['fix it', [], 'fix it'],
  ['fix it\n', ['src/a.ts', 'my file.ts'], 'fix it\n\n@src/a.ts @"my file.ts"'],
  ['', ['src/a.ts'], '@src/a.ts'],
])('%j with %j is sent as %j', (text, references, expected) => {
  expect(promptText(text, references)).toBe(expected)
})
