import type { Logger } from '../platform/platform.ts'
import { watchContacts } from '../platform/index.ts'
import type { Storage } from '../storage/types.ts'

/** Keeps every host this process contacts. Returns the undo. */
export function keepContacts({ storage, log }: { storage: Pick<Storage, 'contacts'>; log: Logger }): () => void {
  return watchContacts((step) => {
    try {
      storage.contacts.add(step)
    } catch (error) {
      // A full disk must not end a request.
      log.log('warn', 'contacts', 'contact not written', { error })
    }
  })
}
