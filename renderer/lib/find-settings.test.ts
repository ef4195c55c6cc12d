import { expect, it } from 'vitest'
import { findSettings } from './find-settings.ts'

const look = ['Appearance', '外观与语言']
const settings = [
  { id: 'appearance', names: look, sectionNames: [] },
  { id: 'zoom', names: ['Zoom', '缩放'], sectionNames: look },
  { id: 'language', names: ['Language', '语言'], sectionNames: look },
  { id: 'sound', names: ['With a sound', '带声音'], sectionNames: ['Notifications', '通知'] },
]
const found = (words: string): string[] => findSettings(words, settings).map(({ id }) => id)

it.each([
  ['zoom', ['zoom']],
  ['缩放', ['zoom']],
  ['  ZOOM  appear ', ['zoom']],
  ['语言', ['appearance', 'language', 'zoom']],
  ['sound', ['sound']],
  ['通知', ['sound']],
  ['nothing of it', []],
])('finds by “%s” in either language, what is named itself first', (words, expected) => {
  expect(found(words)).toEqual(expected)
})
