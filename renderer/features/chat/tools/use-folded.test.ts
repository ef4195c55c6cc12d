import { expect, it } from 'vitest'
import { computed } from 'vue'
import { useFolded } from './use-folded.ts'

it('shows a dozen, then more in portions, and says what it never shows', () => {
  const { shown, hidden, beyond, showMore } = useFolded(
    computed(() => Array.from({ length: 5000 }, (_, index) => index)),
    () => 10,
  )
  const steps = [[shown.value.length, hidden.value, beyond.value]]
  for (let step = 0; step < 6; step += 1) {
    showMore()
    steps.push([shown.value.length, hidden.value, beyond.value])
  }
  expect(steps).toEqual([
    [12, 988, 4000],
    [212, 788, 4000],
    [412, 588, 4000],
    [612, 388, 4000],
    [812, 188, 4000],
    [1000, 0, 4000],
    [1000, 0, 4000],
  ])
})

it('never shows more bytes than the page takes, however few the lines', () => {
  const { shown, hidden, beyond } = useFolded(
    computed(() => ['a', 'b', 'c', 'd']),
    () => 25_000,
  )
  expect([shown.value, hidden.value, beyond.value]).toEqual([['a', 'b'], 0, 2])
})
