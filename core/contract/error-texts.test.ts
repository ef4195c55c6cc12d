import { expect, it } from 'vitest'
import { errorText, errorTexts } from './error-texts.ts'

const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)(?::shell)?\}/g)].map(([, name]) => name ?? ''))].toSorted()

it.each(Object.entries(errorTexts))('%s says in both languages what happened and what to do, from the same values', (_, texts) => {
  const [english, chinese] = [texts.en, texts['zh-CN']]
  expect(placeholders(chinese.what + chinese.fix)).toEqual(placeholders(english.what + english.fix))
  expect(`${english.what} ${english.fix}`).not.toMatch(/\p{Script=Han}|!|\b(?:please|sorry|oops)\b/iu)
  expect(chinese.what + chinese.fix).not.toMatch(/您|请(?!求)|！/u)
  for (const text of [chinese.what, chinese.fix]) expect(text).toMatch(/\p{Script=Han}/u)
})

it('keeps codes in alphabetical order', () => {
  const codes = Object.keys(errorTexts)
  expect(codes).toEqual(codes.toSorted())
})

it('quotes what goes into a command line', () => {
  const fixFor = (name: string): string => errorText('provider.key_missing', { name }, 'en').fix
  expect(fixFor('fake')).toContain('`mewcode keys set fake`')
  expect(fixFor('My own')).toContain("`mewcode keys set 'My own'`")
  expect(fixFor("it's")).toContain("`mewcode keys set 'it'\\''s'`")
})
