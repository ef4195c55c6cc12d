import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { MemoryLevel, MemoryNote, MemoryType } from '../../core/contract/memory.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

export interface MemoryDraft {
  readonly level: MemoryLevel
  /** Absent: a new one. */
  readonly file: string | undefined
  readonly type: MemoryType
  readonly title: string
  readonly content: string
}

/** What is remembered for the person and for this project. */
export const useMemoryStore = defineStore('memory', () => {
  const { client, onEvent } = useConnection()
  /** Undefined until first loaded. Newest first. */
  const notes = shallowRef<readonly MemoryNote[]>()
  const error = shallowRef<WireError>()

  async function load(): Promise<void> {
    try {
      notes.value = await client.memory.list({})
      error.value = undefined
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  async function save({ file, ...draft }: MemoryDraft): Promise<MemoryNote> {
    const note = await client.memory.save({ ...draft, ...(file !== undefined && { file }) })
    await load()
    return note
  }

  async function remove({ level, file }: MemoryNote): Promise<void> {
    await client.memory.delete({ level, file })
    await load()
  }

  onScopeDispose(onEvent((event) => void (event.type === 'memory.changed' && notes.value && load())))

  return { notes, error, load, save, remove }
})
