import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { SessionHit } from '../../core/contract/sessions.ts'
import { useConnection } from '../rpc/index.ts'

/** Words typed one after another ask once. */
const PAUSE_MS = 150
/** A single letter stands in every session. */
const LEAST = 2
/** So many sessions. */
const LIMIT = 30

const NOTHING: { words: string; hits: readonly SessionHit[]; isAll: boolean } = { words: '', hits: [], isAll: true }

/** Sessions of the project that say the words, while somebody types. */
export const useSessionHitsStore = defineStore('session-hits', () => {
  const { client } = useConnection()
  /** The newest answer, with the words it is for. `isAll`: there are no more. */
  const found = shallowRef(NOTHING)
  /** What is looked for by now; empty: nothing. */
  const wanted = shallowRef('')
  let asking: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  /** After a short pause; the newest question wins. */
  function ask(words: string): void {
    clearTimeout(timer)
    asking?.abort()
    wanted.value = words.length < LEAST ? '' : words
    if (wanted.value === '') found.value = NOTHING
    else timer = setTimeout(() => void search(words), PAUSE_MS)
  }

  async function search(words: string): Promise<void> {
    const { signal } = (asking = new AbortController())
    try {
      const { hits, next } = await client.sessions.search({ text: words, limit: LIMIT }, { signal })
      found.value = { words, hits, isAll: next === null }
    } catch {
      // Names go on being found; the search of its own says what is wrong.
      if (!signal.aborted) found.value = NOTHING
    }
  }

  return { wanted, found, ask }
})
