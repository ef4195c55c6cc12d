/** Work that goes on once at a time: asked for while it goes on, however often, it is done once more. It must not reject. */
export function onceMore(work: () => Promise<void>): () => void {
  let isRunning = false
  let isAsked = false

  async function run(): Promise<void> {
    isRunning = true
    do {
      isAsked = false
      await work()
    } while (isAsked)
    isRunning = false
  }

  return () => {
    isAsked = true
    if (!isRunning) void run()
  }
}
