import { expect, it } from 'vitest'
import { languageOf, words } from './words.ts'

it("speaks the language of the settings, else the nearest to the system's", () => {
  expect([languageOf('zh-Hans-CN', 'en'), languageOf('en-US', 'zh-CN'), languageOf('zh-Hans-CN'), languageOf('fr-FR')]).toEqual([
    'en',
    'zh-CN',
    'zh-CN',
    'en',
  ])
})

it('each is said in either language, with the same values in it', () => {
  const valuesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).join()
  const wrong = Object.entries(words).filter(
    ([, { en, 'zh-CN': zh }]) => /\p{Script=Han}/u.test(en) || !/\p{Script=Han}/u.test(zh) || valuesIn(en) !== valuesIn(zh),
  )
  expect(wrong).toEqual([])
})
