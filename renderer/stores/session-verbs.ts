import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { SessionSummary } from '../../core/contract/events.ts'
import { saveText } from '../lib/save-text.ts'
import { useAttempt } from './attempt.ts'
import { useSessionsStore } from './sessions.ts'

type SessionVerb = 'pin' | 'unpin' | 'archive' | 'restore' | 'md' | 'json' | 'jsonl' | 'delete'

/** What can be done to a session, from the list and from the title bar. Deleting asks first. */
export const useSessionVerbsStore = defineStore('session-verbs', () => {
  const sessions = useSessionsStore()
  const attempt = useAttempt()
  const deletion = useAttempt()
  const doomed = shallowRef<SessionSummary>()

  async function act(session: SessionSummary, verb: SessionVerb): Promise<void> {
    if (verb === 'delete') {
      deletion.forgive()
      doomed.value = session
      return
    }
    await attempt.run(async () => {
      if (verb === 'pin' || verb === 'unpin') await sessions.pin(session.id, verb === 'pin')
      else if (verb === 'archive' || verb === 'restore') await sessions.archive(session.id, verb === 'archive')
      else {
        const { name, text } = await sessions.exportText(session.id, verb)
        saveText(name, text)
      }
    })
  }

  /** Failing, it leaves the name as it was and says why. */
  async function rename(sessionId: string, title: string): Promise<void> {
    await attempt.run(() => sessions.rename(sessionId, title))
  }

  async function remove(): Promise<void> {
    const session = doomed.value
    if (session && (await deletion.run(() => sessions.remove(session.id)))) doomed.value = undefined
  }

  return {
    act,
    rename,
    error: attempt.error,
    doomed,
    isDeleting: deletion.busy,
    deleteError: deletion.error,
    remove,
    keep: () => void (doomed.value = undefined),
  }
})
