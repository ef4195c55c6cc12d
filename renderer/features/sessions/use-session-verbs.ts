import { shallowRef } from 'vue'
import type { SessionSummary } from '../../../core/contract/events.ts'
import { saveText } from '../../lib/save-text.ts'
import { useAttempt } from '../../stores/attempt.ts'
import { useSessionsStore } from '../../stores/sessions.ts'

export type SessionVerb = 'pin' | 'unpin' | 'archive' | 'restore' | 'md' | 'json' | 'jsonl' | 'delete'

/** What can be done to a session of the list. Deleting asks first. */
export function useSessionVerbs() {
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

  async function remove(): Promise<void> {
    const session = doomed.value
    if (session && (await deletion.run(() => sessions.remove(session.id)))) doomed.value = undefined
  }

  return { act, error: attempt.error, doomed, deletion, remove, keep: () => void (doomed.value = undefined) }
}
