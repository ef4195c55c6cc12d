import { expect, it } from 'vitest'
import { onceMore } from './once-more.ts'

it('is done once at a time, and once more for all that asked meanwhile', async () => {
  const ends: (() => void)[] = []
  const ask = onceMore(() => new Promise<void>((resolve) => ends.push(resolve)))
  ask()
  for (let n = 0; n < 5; n += 1) ask()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await Promise.resolve()
  await Promise.resolve()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await Promise.resolve()
  await Promise.resolve()
  ask()
  expect(ends).toHaveLength(3)
})
