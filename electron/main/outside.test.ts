import { expect, it } from 'vitest'
import { createOutside } from './outside.ts'

function outside({ opens = true } = {}) {
  const log: string[] = []
  const answers: ((agreed: boolean) => void)[] = []
  const leave = createOutside({
    ask: ({ message, text }) => (log.push(`${message} ${text}`), new Promise((resolve) => answers.push(resolve))),
    open: async (address) => (log.push(`opened ${address}`), opens),
  })
  return {
    log,
    leave,
    async answer(agreed: boolean) {
      answers.shift()?.(agreed)
      await new Promise(setImmediate)
    },
  }
}
const PAGE = 'https://example.com/'

it('an address is shown, and leaves when the person agrees', async () => {
  const { log, leave, answer } = outside()
  void leave(PAGE)
  await answer(false)
  void leave(PAGE)
  expect(log).toEqual([`openOutside ${PAGE}`, `openOutside ${PAGE}`])
  await answer(true)
  expect(log.slice(2)).toEqual([`opened ${PAGE}`])
})

it('one is asked about at a time', async () => {
  const { log, leave, answer } = outside()
  for (let times = 0; times < 100; times += 1) void leave(`${PAGE}${times}`)
  await answer(true)
  expect(log).toEqual([`openOutside ${PAGE}0`, `opened ${PAGE}0`])
})

it('the person is told when nothing opens it', async () => {
  const { log, leave, answer } = outside({ opens: false })
  void leave(PAGE)
  await answer(true)
  expect(log.at(-1)).toBe(`notOpened ${PAGE}`)
  await answer(false)
  void leave(PAGE)
  expect(log.at(-1)).toBe(`openOutside ${PAGE}`)
})

it('a long address leaves whole, and is shown without its middle', async () => {
  const { log, leave, answer } = outside()
  const address = `${PAGE}${'a'.repeat(8_000)}/end`
  void leave(address)
  await answer(true)
  expect(log[0]?.length).toBeLessThan(600)
  expect(log[1]).toBe(`opened ${address}`)
})
