import { expect, it } from 'vitest'
import { createCallTimes } from './call-times.ts'

it('the last hundred calls are told by their middle and their slow end, and the last 24 one by one', () => {
  const times = createCallTimes([])
  expect(times.all()).toBeNull()
  for (let n = 1; n <= 200; n += 1) times.add({ tool: n % 2 === 0 ? 'even' : 'odd', durationMs: n + 0.4 })
  expect(times.all()).toEqual({ p50Ms: 150, p95Ms: 195, lastMs: Array.from({ length: 24 }, (_, at) => 177 + at) })
  expect([times.medianOf('even'), times.medianOf('odd'), times.medianOf('other')]).toEqual([150, 149, null])
})
