import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { SessionSummary } from '../../../core/contract/events.ts'
import { useSessionVerbsStore } from '../../stores/session-verbs.ts'
import type { MenuEntry } from '../../ui/index.ts'

const VERBS = ['pin', 'unpin', 'archive', 'restore', 'md', 'json', 'jsonl', 'delete'] as const

interface SessionMenuDeps {
  session(): SessionSummary | undefined
  /** The field for the name is the caller's. */
  rename(): void
  /** The key that renames where the focus is. */
  readonly renameKey?: string
}

/** What can be done to a session, as lines of a menu. */
export function useSessionMenu({ session, rename, renameKey }: SessionMenuDeps) {
  const { t } = useI18n()
  const verbs = useSessionVerbsStore()

  const entries = computed<MenuEntry[]>(() => {
    const { pinned = false, archived = false, running = false } = session() ?? {}
    return [
      { id: 'rename', label: t('sessions.renameVerb'), icon: 'pencil', ...(renameKey !== undefined && { keys: renameKey }) },
      { id: pinned ? 'unpin' : 'pin', label: t(pinned ? 'sessions.unpin' : 'sessions.pin') },
      { id: archived ? 'restore' : 'archive', label: t(archived ? 'sessions.restore' : 'sessions.archive'), disabled: running },
      'separator',
      { id: 'md', label: t('sessions.export.md'), icon: 'download' },
      { id: 'json', label: t('sessions.export.json') },
      { id: 'jsonl', label: t('sessions.export.jsonl') },
      'separator',
      { id: 'delete', label: t('sessions.delete'), icon: 'trash', destructive: true, disabled: running },
    ]
  })

  function choose(id: string): void {
    const verb = VERBS.find((each) => each === id)
    const chosen = session()
    if (verb === undefined) rename()
    else if (chosen) void verbs.act(chosen, verb)
  }

  return { entries, choose }
}
