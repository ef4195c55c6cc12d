/** More of them at once is no question any more. */
const MOST = 32

/** One after another, so that a server that asks twenty things at once shows one card. Undefined: too many wait already. */
export function createLine(): <T>(work: () => Promise<T>) => Promise<T> | undefined {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return (work) => {
    if (waiting >= MOST) return undefined
    waiting += 1
    const mine = last.then(work).finally(() => (waiting -= 1))
    last = mine.catch(() => undefined)
    return mine
  }
}
