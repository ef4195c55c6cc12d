/** Calls listeners in the order they came. A listener's failure never keeps the others from hearing. */
export interface Emitter<T> {
  emit(value: T): void
  /** Returns its undo. */
  on(listener: (value: T) => void): () => void
  readonly size: number
}

/** `onError` gets what a listener threw; without it the error surfaces as an uncaught one. */
export function createEmitter<T>(onError: (error: unknown) => void = rethrowLater): Emitter<T> {
  const listeners = new Set<(value: T) => void>()
  return {
    emit(value) {
      for (const listener of [...listeners]) {
        try {
          listener(value)
        } catch (error) {
          onError(error)
        }
      }
    },
    on(listener) {
      // Wrapped, so that one function registered twice is two registrations.
      const entry = (value: T): void => listener(value)
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    get size() {
      return listeners.size
    },
  }
}

function rethrowLater(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
