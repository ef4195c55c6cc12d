import type { Clock } from '../base/clock.ts'

const MERGE_MS = 16
const MERGE_CHARS = 2048

/** Joins small pieces of text into fewer events. Whatever was added is out after `flush()`, in the order it came. */
export interface DeltaMerger<K> {
  add(kind: K, text: string): void
  flush(): void
}

/** Emits after 16 ms or 2 KB, and at once when the kind changes. */
export function createDeltaMerger<K>(clock: Clock, emit: (kind: K, text: string) => void): DeltaMerger<K> {
  let held: { kind: K; text: string } | undefined

  const flush = (): void => {
    if (!held) return
    const { kind, text } = held
    held = undefined
    emit(kind, text)
  }
  return {
    add(kind, text) {
      if (text === '') return
      if (held && held.kind !== kind) flush()
      if (held) held.text += text
      else {
        const mine = { kind, text }
        held = mine
        void clock.wait(MERGE_MS).then(() => held === mine && flush())
      }
      if (held.text.length >= MERGE_CHARS) flush()
    },
    flush,
  }
}
