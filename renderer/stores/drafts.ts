import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { Draft } from '../../core/contract/drafts.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

export type { Draft } from '../../core/contract/drafts.ts'

export const emptyDraft: Draft = { text: '', references: [], attachments: [] }

/** What a page killed in the middle of typing may lose. */
const WRITE_MS = 250
/** Of a session that does not exist yet: `new.` and the project. */
const NEXT = /^new\./

/** What was typed and not sent, per session; the host keeps it, so it outlives reloads, restarts and the page's own address. */
export const useDraftsStore = defineStore('drafts', () => {
  const { client, onState } = useConnection()
  const drafts = shallowRef<ReadonlyMap<string, Draft>>(new Map())
  const known = new Set<string>()
  /** Asked for and not here yet: what is typed meanwhile must not overwrite it. */
  const coming = new Set<string>()
  const unwritten = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** `key` is a session's id, or a name for the one that does not exist yet. */
  function get(key: string): Draft {
    return drafts.value.get(key) ?? emptyDraft
  }

  function set(key: string, draft: Draft): void {
    put(key, draft)
    known.add(key)
    unwritten.add(key)
    timer ??= setTimeout(write, WRITE_MS)
  }

  /** A file or a folder of the project goes along, once. */
  function refer(key: string, path: string): void {
    const draft = get(key)
    set(key, { ...draft, references: [...new Set([...draft.references, path])] })
  }

  function move(from: string, to: string): void {
    set(to, get(from))
    set(from, emptyDraft)
  }

  /** Brings the kept one. What was typed before it came stands behind it: neither may be lost. */
  async function load(key: string): Promise<void> {
    if (known.has(key)) return
    known.add(key)
    coming.add(key)
    await bring(key)
  }

  async function bring(key: string): Promise<void> {
    try {
      const { draft: kept } = await client.drafts.get(placeOf(key))
      coming.delete(key)
      const typed = drafts.value.get(key)
      if (typed) set(key, joined(kept, typed))
      else put(key, kept)
    } catch (failure) {
      // Without a connection it stays on its way; a session that is gone has none.
      if (!isOffline(failure)) coming.delete(key)
    }
  }

  function put(key: string, draft: Draft): void {
    drafts.value = new Map([...drafts.value, [key, draft]])
  }

  function write(): void {
    clearTimeout(timer)
    timer = undefined
    for (const key of unwritten) {
      if (coming.has(key)) continue
      unwritten.delete(key)
      client.drafts.set({ ...placeOf(key), draft: get(key) }).catch((failure: unknown) => isOffline(failure) && unwritten.add(key))
    }
  }

  const onHide = (): void => void (document.visibilityState === 'hidden' && write())
  window.addEventListener('pagehide', write)
  document.addEventListener('visibilitychange', onHide)
  const undo = onState((state) => {
    if (state.kind !== 'open') return
    for (const key of coming) void bring(key)
    write()
  })
  onScopeDispose(() => {
    clearTimeout(timer)
    undo()
    window.removeEventListener('pagehide', write)
    document.removeEventListener('visibilitychange', onHide)
  })

  /** The person's own prompts of the project, newest first; none where they cannot be had. */
  async function history(): Promise<readonly string[]> {
    try {
      return (await client.drafts.history({})).prompts
    } catch {
      // A key that finds nothing does nothing.
      return []
    }
  }

  return { get, set, refer, move, load, history }
})

/** Tried again when the host is back; any other answer is final. */
function isOffline(failure: unknown): boolean {
  return failureOf(failure).code === 'rpc.closed'
}

function placeOf(key: string): { sessionId?: string } {
  return NEXT.test(key) ? {} : { sessionId: key }
}

function joined(kept: Draft, typed: Draft): Draft {
  return {
    text: kept.text + typed.text,
    references: [...new Set([...kept.references, ...typed.references])],
    attachments: [...kept.attachments, ...typed.attachments],
  }
}
