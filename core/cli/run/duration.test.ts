import { expect, it } from 'vitest'
import { parseDuration } from './duration.ts'

it.each([
  ['90', 90_000],
  ['500ms', 500],
  ['1.5s', 1500],
  ['5m', 300_000],
  ['2h', 7_200_000],
])('reads %s as %d ms', (text, ms) => {
  expect(parseDuration('--timeout', text)).toBe(ms)
})

it.each(['', '0', '-1s', 's', '5 m', '1d', '1e3', '999999h', '0.1ms'])('refuses %j', (text) => {
  expect(() => parseDuration('--timeout', text)).toThrow(expect.objectContaining({ code: 'usage.bad_value' }))
})
