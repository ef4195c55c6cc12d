import { expect, it } from 'vitest'
import { timeAgo } from './time-ago.ts'

const now = new Date(2026, 10, 29, 15, 0).getTime()
const at = (...date: [number, number, number, number, number]) => new Date(...date).getTime()

it.each([
  [at(2026, 10, 29, 14, 48), '12 min. ago', '12分钟前'],
  [at(2026, 10, 29, 9, 0), '6 hr. ago', '6小时前'],
  [at(2026, 10, 28, 23, 50), 'yesterday', '昨天'],
  [at(2026, 10, 24, 8, 0), 'Tue', '周二'],
  [at(2026, 10, 19, 8, 0), 'Nov 19', '11月19日'],
  [at(2025, 10, 2, 8, 0), 'Nov 2, 2025', '2025年11月2日'],
])('the moment %i reads as %s and %s', (moment, english, chinese) => {
  expect([timeAgo(moment, { now, language: 'en' }), timeAgo(moment, { now, language: 'zh-CN' })]).toEqual([english, chinese])
})

it('a clock that ran backwards never says "in the future"', () => {
  expect(timeAgo(now + 90_000, { now, language: 'en' })).toBe('this minute')
})
