/** One at a time per key; different keys do not wait for each other. */
export interface FileLocks {
  /** Runs `work` when everybody who asked for `key` before is done, whether they failed or not. */
  hold<T>(key: string, work: () => Promise<T>): Promise<T>
}

export function createFileLocks(): FileLocks {
  const tails = new Map<string, Promise<unknown>>()
  return {
    async hold(key, work) {
      const before = tails.get(key)
      const mine = before === undefined ? work() : before.then(work, work)
      tails.set(key, mine)
      try {
        return await mine
      } finally {
        if (tails.get(key) === mine) tails.delete(key)
      }
    },
  }
}
