import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { z } from 'zod'
import type { WireError } from '../../core/contract/errors.ts'
import type { SearchRole, SessionHit as SessionHitSchema } from '../../core/contract/sessions.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

export type SessionHit = z.infer<typeof SessionHitSchema>

/** Words typed one after another ask once. */
const PAUSE_MS = 150

const DAY_MS = 86_400_000

/** How many days back; `any`: all. */
type SearchAge = 'any' | '7' | '30' | '365'

/** Looks for a text in the project's sessions. */
export const useSessionSearchStore = defineStore('session-search', () => {
  const { client } = useConnection()
  const isOpen = shallowRef(false)
  const text = shallowRef('')
  const role = shallowRef<SearchRole | 'any'>('any')
  const age = shallowRef<SearchAge>('any')
  const hits = shallowRef<readonly SessionHit[]>([])
  const next = shallowRef<string | null>(null)
  const asked = shallowRef('')
  const isBusy = shallowRef(false)
  const error = shallowRef<WireError>()
  let asking: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function open(words = ''): void {
    isOpen.value = true
    if (words !== '') text.value = words
    if (text.value.trim() !== '') void run()
  }

  /** After the next short pause. */
  function change(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), PAUSE_MS)
  }

  async function run(): Promise<void> {
    const words = text.value.trim()
    asking?.abort()
    hits.value = []
    next.value = null
    error.value = undefined
    asked.value = words
    isBusy.value = false
    if (words !== '') await page(undefined)
  }

  async function page(from: string | undefined): Promise<void> {
    const { signal } = (asking = new AbortController())
    isBusy.value = true
    try {
      const query = {
        text: asked.value,
        ...(role.value !== 'any' && { role: role.value }),
        ...(age.value !== 'any' && { since: Date.now() - Number(age.value) * DAY_MS }),
        ...(from !== undefined && { next: from }),
      }
      const answer = await client.sessions.search(query, { signal })
      hits.value = joined(hits.value, answer.hits)
      next.value = answer.next
    } catch (failure) {
      if (signal.aborted) return
      error.value = failureOf(failure)
    }
    if (!signal.aborted) isBusy.value = false
  }

  return {
    isOpen,
    text,
    role,
    age,
    hits,
    error,
    isBusy,
    asked,
    hasMore: computed(() => next.value !== null),
    open,
    change,
    run,
    more: () => (next.value === null ? Promise.resolve() : page(next.value)),
  }
})

/** A session that comes again on a later page keeps its place. */
function joined(before: readonly SessionHit[], more: readonly SessionHit[]): readonly SessionHit[] {
  const known = new Map(before.map((hit) => [hit.session.id, hit]))
  for (const hit of more) {
    const old = known.get(hit.session.id)
    known.set(hit.session.id, old ? { ...old, snippets: [...old.snippets, ...hit.snippets] } : hit)
  }
  return [...known.values()]
}
