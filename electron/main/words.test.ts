import { expect, it } from 'vitest'
import { languageOf } from './words.ts'

it("speaks the language of the settings, else the nearest to the system's", () => {
  expect([languageOf('zh-Hans-CN', 'en'), languageOf('en-US', 'zh-CN'), languageOf('zh-Hans-CN'), languageOf('fr-FR')]).toEqual([
    'en',
    'zh-CN',
    'zh-CN',
    'en',
  ])
})
