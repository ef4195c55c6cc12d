import { expect, it } from 'vitest'
import { underlineRisk } from './underline-risk.ts'

it('marks each risky part where it stands, and loses no character', () => {
  expect(underlineRisk('a && rm -rf x && rm -rf x', ['rm -rf x'])).toEqual([
    { text: 'a && ', risky: false },
    { text: 'rm -rf x', risky: true },
    { text: ' && rm -rf x', risky: false },
  ])
})

it('marks nothing for a part that is not there word for word', () => {
  expect(underlineRisk('a && b', ['', 'c'])).toEqual([{ text: 'a && b', risky: false }])
})
