/** A storm of changes is told a few times a second. */
const EVERY_MS = 150

/** Tells of each key a moment after its first change, once for all changes until then. */
export function createTellings(told: (key: string) => void): { tell(key: string): void; stop(): void } {
  const waiting = new Map<string, NodeJS.Timeout>()
  let isStopped = false
  return {
    tell(key) {
      if (isStopped || waiting.has(key)) return
      const timer = setTimeout(() => {
        waiting.delete(key)
        told(key)
      }, EVERY_MS)
      waiting.set(key, timer.unref())
    },
    stop() {
      isStopped = true
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
