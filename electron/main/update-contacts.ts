import type { ContactOutcome } from '../../core/contract/contacts.ts'
import { tellContact } from '../../core/platform/index.ts'

/** The part of a session's `webRequest` that is used. */
interface Requests {
  onSendHeaders(listener: (details: { readonly url: string }) => void): void
  onCompleted(listener: (details: { readonly url: string; readonly statusCode: number }) => void): void
  onErrorOccurred(listener: (details: { readonly url: string }) => void): void
}

/** Tells of the hosts that newer versions are looked for at: Electron's own network asks them, unseen by Node. */
export function tellUpdateContacts(requests: Requests): void {
  const tell = (url: string, outcome: ContactOutcome, status: number | null = null): void => {
    const host = URL.parse(url)?.host ?? ''
    if (host !== '') tellContact({ host, purpose: 'updates', outcome, status })
  }
  requests.onSendHeaders(({ url }) => tell(url, 'waiting'))
  requests.onCompleted(({ url, statusCode }) => tell(url, 'answered', statusCode))
  requests.onErrorOccurred(({ url }) => tell(url, 'failed'))
}
