/** Lets so many in at once; the others wait in line. */
export function createGate(places: number): () => Promise<() => void> {
  let free = places
  const waiting: (() => void)[] = []
  return async () => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    let isIn = true
    return () => {
      if (!isIn) return
      isIn = false
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
