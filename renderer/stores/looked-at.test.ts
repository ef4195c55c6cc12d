import { expect, it } from 'vitest'
import { useLookedAt } from './looked-at.ts'

interface One {
  readonly id: string
  readonly version: number
}

/** Every question waits for its answer here. */
function open() {
  const lists: ((answer: readonly One[]) => void)[] = []
  const shown: { id: string; answer: (one: One) => void; fail: (error: Error) => void }[] = []
  const store = useLookedAt<One, One>({
    ask: () => new Promise((resolve) => lists.push(resolve)),
    show: ({ id }) => new Promise((resolve, reject) => shown.push({ id, answer: resolve, fail: reject })),
    isOf: (item, detail) => item.id === detail.id,
  })
  return { store, lists, shown }
}

const [a, b] = [
  { id: 'a', version: 1 },
  { id: 'b', version: 1 },
]

it('a list that comes late, and what it reads anew, replaces nothing that was chosen since', async () => {
  const { store, lists, shown } = open()
  store.put(a)
  const loading = store.load()
  lists[0]?.([a])
  await Promise.resolve()
  const choosing = store.choose(b)
  shown[1]?.answer(b)
  await choosing
  shown[0]?.answer({ ...a, version: 2 })
  await loading
  expect([store.list.value, store.detail.value]).toEqual([[a], b])

  // Nor does a list that was read before the chosen one was there.
  const reading = store.load()
  const again = store.choose(b)
  shown[2]?.answer(b)
  await again
  lists[1]?.([a])
  await reading
  expect(store.detail.value).toEqual(b)
})

it('the newest choice stays whichever answer comes last, and an older one that fails says nothing', async () => {
  const { store, shown } = open()
  const older = store.choose(a)
  const newer = store.choose(b)
  shown[1]?.answer(b)
  shown[0]?.answer(a)
  expect([await older, await newer, store.detail.value]).toEqual([false, true, b])
  const failing = store.choose(a)
  const last = store.choose(b)
  shown[3]?.answer(b)
  shown[2]?.fail(new Error('gone'))
  await Promise.all([failing, last])
  expect([store.detail.value, store.error.value]).toEqual([b, undefined])
})

it('an older list replaces no newer one, and what is looked at is read anew with the newest', async () => {
  const { store, lists, shown } = open()
  store.put(a)
  const [older, newer] = [store.load(), store.load()]
  lists[1]?.([a, b])
  await Promise.resolve()
  lists[0]?.([])
  await older
  shown[0]?.answer({ ...a, version: 3 })
  await newer
  expect([store.list.value, store.detail.value]).toEqual([[a, b], { ...a, version: 3 }])
})
