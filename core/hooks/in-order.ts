/** Runs work of one key one after the other, in the order it was asked for. */
export function createQueues(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const before = tails.get(key)
    const mine = before ? before.then(work, work) : work()
    tails.set(key, mine)
    const leave = (): void => {
      if (tails.get(key) === mine) tails.delete(key)
    }
    mine.then(leave, leave)
    return mine
  }
}
