import type { Question } from './ask.ts'
import { shownAddress } from './origin.ts'

export interface OutsideDeps {
  readonly ask: (question: Question) => Promise<boolean>
  /** False: the system has nothing for this address. */
  readonly open: (address: string) => Promise<boolean>
}

/** Lets addresses out of a window's page: each is shown first, a link's text may say anything. One is asked about at a time. */
export function createOutside({ ask, open }: OutsideDeps): (address: string) => Promise<void> {
  let isAsking = false
  return async (address) => {
    // A page that asks for a hundred fills the screen with boxes.
    if (isAsking) return
    isAsking = true
    try {
      const text = shownAddress(address)
      if (!(await ask({ message: 'openOutside', text, yes: 'open', no: 'cancel' }))) return
      if (!(await open(address))) await ask({ message: 'notOpened', text, yes: 'close' })
    } finally {
      isAsking = false
    }
  }
}
