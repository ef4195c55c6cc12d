import { defineStore } from 'pinia'
import { onScopeDispose } from 'vue'
import { textField } from '../lib/fields.ts'
import { useAppStore } from './app.ts'
import { useReadingPlacesStore } from './reading-places.ts'
import { useSessionsStore } from './sessions.ts'

/** A conversation of a project that is to be shown in that project's window. */
interface Arrival {
  /** Real path. */
  readonly projectRoot: string
  readonly sessionId: string
  /** The row that is meant, and words in it; empty: the conversation's end. */
  readonly rowId: string
  readonly words: string
}

const KEY = 'mewcode.arrival'

/**
 * Hands a conversation over to its project's window: by what all windows of this origin share, since the other may have to come up first.
 * In the desktop app it may be there already, and hears of it at once; in a browser this very tab becomes the other window.
 */
export const useArrivalsStore = defineStore('arrivals', () => {
  const app = useAppStore()
  const sessions = useSessionsStore()
  const places = useReadingPlacesStore()

  function send(arrival: Arrival): void {
    localStorage.setItem(KEY, JSON.stringify(arrival))
  }

  /** Shows what was sent to this window's project. Answers whether there was anything. */
  async function receive(): Promise<boolean> {
    const arrival = arrivalIn(localStorage.getItem(KEY))
    if (!arrival || arrival.projectRoot !== app.project?.path) return false
    localStorage.removeItem(KEY)
    const { sessionId, rowId, words } = arrival
    if (rowId !== '') places.goTo({ sessionId, rowId, words })
    await sessions.select(sessionId)
    return true
  }

  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if (key === KEY && newValue !== null && app.info?.host === 'electron') void receive()
  }
  window.addEventListener('storage', onStorage)
  onScopeDispose(() => window.removeEventListener('storage', onStorage))

  return { send, receive }
})

function arrivalIn(kept: string | null): Arrival | undefined {
  if (kept === null) return undefined
  const value: unknown = JSON.parse(kept)
  const [projectRoot, sessionId, rowId = '', words = ''] = ['projectRoot', 'sessionId', 'rowId', 'words'].map((name) =>
    textField(value, name),
  )
  return projectRoot === undefined || sessionId === undefined ? undefined : { projectRoot, sessionId, rowId, words }
}
