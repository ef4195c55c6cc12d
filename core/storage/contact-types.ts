import type { Contact } from '../contract/contacts.ts'

/** Hosts that were contacted, one row a host and purpose; the oldest go beyond a bound. */
export interface ContactRepository {
  /** `waiting` counts a request, everything else is the end of the last one. */
  add(step: Pick<Contact, 'host' | 'purpose' | 'outcome' | 'status'>): void
  /** The most recently contacted first. */
  list(): readonly Contact[]
  /** Answers how many rows there were. */
  clear(): number
}
