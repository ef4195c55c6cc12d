import { expect, it } from 'vitest'
import { wireOf, type Spot } from './wires.ts'

const spot = (column: number, y: number, isSeen = true): Spot => ({ column, left: column * 208, right: column * 208 + 200, y, isSeen })

it('a line runs in the gap between two neighbours, and above the cards over columns that lie between', () => {
  expect(wireOf(spot(1, 190), spot(2, 210), 38)).toEqual({ path: 'M408 190H412V210H416', dot: { x: 408, y: 190 } })
  expect(wireOf(spot(0, 150), spot(2, 210), 38).path).toBe('M200 150H204V38H412V210H416')
  expect(wireOf(spot(0, 150), spot(0, 400), 38).path).toBe('M200 150H204V400H200')
})

it('a card may wait for one at its left, and one out of sight has no dot', () => {
  expect(wireOf(spot(3, 90, false), spot(1, 60), 38)).toEqual({ path: 'M624 90H620V38H412V60H408', dot: undefined })
})
