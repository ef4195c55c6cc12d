export type Dispose = () => void | Promise<void>

/** Holds undos; empties them last-in first-out, once. */
export interface DisposeBag {
  add(dispose: Dispose): void
  /** Runs every undo even when one fails, then throws the first failure. */
  empty(): Promise<void>
}

export function createDisposeBag(): DisposeBag {
  const undos: Dispose[] = []
  return {
    add: (dispose) => void undos.push(dispose),
    async empty() {
      const failures: unknown[] = []
      for (let undo = undos.pop(); undo; undo = undos.pop()) {
        try {
          await undo()
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}
