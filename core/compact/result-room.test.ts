import { fc } from '../testing/fast-check.ts'
import { expect, it } from 'vitest'
import { createResultRoom, previewOf } from './result-room.ts'

it('cuts what is over 50 KB, and what would take the results of one message over 200,000 bytes', () => {
  expect([createResultRoom(1).fits(51_200), createResultRoom(1).fits(60_000)]).toEqual([true, false])
  fc.assert(
    fc.property(fc.array(fc.nat(80_000), { minLength: 1, maxLength: 40 }), (sizes) => {
      const room = createResultRoom(sizes.length)
      const kept = sizes.filter((bytes) => room.fits(bytes))
      expect(kept.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(200_000)
      // Small results go in whole, whatever came before them.
      expect(kept.filter((bytes) => bytes <= 4_000)).toEqual(sizes.filter((bytes) => bytes <= 4_000))
    }),
    { seed: 3 },
  )
})

it('shows the size, the place and the beginning: 20 lines or 2 KB, whole letters only', () => {
  const preview = previewOf(`${'行\n'.repeat(30)}end`, '/home/spill/x.txt')
  expect(preview).toMatch(/^\(This result has 123 bytes.*\/home\/spill\/x\.txt /)
  expect(preview.split('\n')).toHaveLength(1 + 20 + 1)
  const wide = previewOf('界'.repeat(30_000), undefined)
  expect(wide.isWellFormed()).toBe(true)
  expect(Buffer.byteLength(wide)).toBeLessThan(2_600)
  expect(wide).not.toContain('\uFFFD')
})
