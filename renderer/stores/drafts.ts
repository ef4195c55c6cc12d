import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Attachment } from '../../core/contract/common.ts'

export interface Draft {
  readonly text: string
  /** Project-relative paths. */
  readonly references: readonly string[]
  readonly attachments: readonly Attachment[]
}

export const emptyDraft: Draft = { text: '', references: [], attachments: [] }

const PREFIX = 'mewcode.draft.'

/** What was typed and not sent, per session; outlives reloads and restarts. */
export const useDraftsStore = defineStore('drafts', () => {
  const drafts = shallowRef<ReadonlyMap<string, Draft>>(new Map())

  /** `key` is a session's id, or a name for the one that does not exist yet. */
  function get(key: string): Draft {
    return drafts.value.get(key) ?? stored(key)
  }

  function set(key: string, draft: Draft): void {
    drafts.value = new Map([...drafts.value, [key, draft]])
    const isEmpty = draft.text === '' && draft.references.length === 0 && draft.attachments.length === 0
    if (isEmpty) localStorage.removeItem(PREFIX + key)
    else localStorage.setItem(PREFIX + key, JSON.stringify(draft))
  }

  function move(from: string, to: string): void {
    set(to, get(from))
    set(from, emptyDraft)
  }

  return { get, set, move }
})

function stored(key: string): Draft {
  const json = localStorage.getItem(PREFIX + key)
  if (json === null) return emptyDraft
  const value: unknown = JSON.parse(json)
  return isDraft(value) ? value : emptyDraft
}

/** Written by this page, perhaps by an older version of it. */
function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  return 'text' in value && typeof value.text === 'string' && 'references' in value && 'attachments' in value
}
