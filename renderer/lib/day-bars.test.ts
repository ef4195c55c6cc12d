import { expect, it } from 'vitest'
import { axisTop, dayBars } from './day-bars.ts'

it('has a bar for every day, oldest first, over the end of a year', () => {
  const found = [
    { day: '2026-01-01', value: 3 },
    { day: '2025-12-30', value: 1 },
    { day: '2025-01-01', value: 9 },
  ]
  expect(dayBars(found, { today: new Date(2026, 0, 2), days: 4 })).toEqual([
    { day: '2025-12-30', value: 1 },
    { day: '2025-12-31', value: 0 },
    { day: '2026-01-01', value: 3 },
    { day: '2026-01-02', value: 0 },
  ])
})

it('ends its axis at a round number above all', () => {
  expect([[], [0.034], [1], [1.1], [420, 7], [501]].map(axisTop)).toEqual([1, 0.05, 1, 2, 500, 1000])
})
