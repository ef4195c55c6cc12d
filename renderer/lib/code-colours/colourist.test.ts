import { expect, it } from 'vitest'
import { createColourist } from './colourist.ts'
import type { ColourJob } from './token.ts'

/** Answers every job but those whose code is `stuck`. */
class FakeWorker extends EventTarget {
  static started = 0
  isEnded = false
  constructor() {
    super()
    FakeWorker.started += 1
  }
  postMessage({ id, code }: ColourJob): void {
    const say = (answer: object): unknown => this.dispatchEvent(new MessageEvent('message', { data: { id, ...answer } }))
    // The first grammar takes longer to come than a text may take to be read.
    setTimeout(
      () => {
        say({ hasBegun: true })
        if (code !== 'stuck') say({ lines: [[{ text: code }]] })
      },
      code === 'one' ? 60 : 0,
    )
  }
  terminate(): void {
    this.isEnded = true
  }
}

it('gives up code that comes to no end, and reads the next in a worker of its own; the same code is read once', async () => {
  FakeWorker.started = 0
  const workers: FakeWorker[] = []
  const colourist = createColourist(() => {
    workers.push(new FakeWorker())
    return workers.at(-1) as unknown as Worker
  }, 20)
  const [first, stuck, next] = await Promise.all(['one', 'stuck', 'two'].map((code) => colourist.colour(code, 'typescript')))
  expect([first, stuck, next]).toEqual([[[{ text: 'one' }]], undefined, [[{ text: 'two' }]]])
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false])
  expect(colourist.colour('one', 'typescript')).toBe(colourist.colour('one', 'typescript'))
  expect(await colourist.colour('x'.repeat(100_001), 'typescript')).toBeUndefined()
})
