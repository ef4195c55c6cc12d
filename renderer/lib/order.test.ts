import { expect, it } from 'vitest'
import { swapped } from './order.ts'

it('two change places and the rest stay', () => {
  expect(swapped(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['a', 'd', 'c', 'b'])
})
