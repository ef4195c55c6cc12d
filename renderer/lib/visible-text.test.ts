import { expect, it } from 'vitest'
import { visibleName } from './visible-text.ts'

it('leaves names of every script as they are, pictures made of several too', () => {
  for (const name of ['说明 文档.md', 'ملف.txt', 'קובץ 2.ts', '👩‍💻 🧑🏽‍🚀 ❤️‍🔥.md', 'e\u0301.ts', "it's $(x).ts"])
    expect(visibleName(name)).toBe(name)
})

it('names what cannot be seen or turns the order around, so that no two names look alike', () => {
  expect(visibleName('a\u200d.ts')).toBe('a[U+200D].ts')
  expect(visibleName('👩\u200d.ts')).toBe('👩[U+200D].ts')
  expect(visibleName('\u200d💻')).toBe('[U+200D]💻')
  expect(visibleName('fdp.\u202etxt\n\u0007')).toBe('fdp.[U+202E]txt[U+000A][U+0007]')
  expect(visibleName('a\u200bb\u200c\u200f\ufeff')).toBe('a[U+200B]b[U+200C][U+200F][U+FEFF]')
})
