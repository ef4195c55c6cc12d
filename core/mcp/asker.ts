import type { Person } from '../tools/index.ts'
import type { Asker } from './requests/index.ts'

/** The person at a session's window, as servers may ask them. */
export function askerOf(person: Person): Asker {
  return {
    fillIn: (form, signal) => person.answer({ kind: 'form', ...form }, signal),
    open: (link, signal) => person.answer({ kind: 'link', ...link }, signal),
    sample: async () => undefined,
  }
}
