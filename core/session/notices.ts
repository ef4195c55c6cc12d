import type { SessionPatch } from '../storage/types.ts'
import type { LiveSession } from './live-session.ts'
import type { SessionDeps } from './types.ts'

/** More wait for the next step. */
const AT_ONCE = 50
/** Of all that go into one message, in characters. */
const ROOM = 100_000

/** Ends of the session's agents that no message holds yet; the patch marks them as held, in the transaction that stores the message. */
export interface OpenNotices {
  readonly texts: readonly string[]
  patchFor(messageId: string): Pick<SessionPatch, 'delivers'>
}

export const noNotices: OpenNotices = { texts: [], patchFor: () => ({}) }

export function openNotices({ storage }: Pick<SessionDeps, 'storage'>, { id, record }: LiveSession): OpenNotices {
  if (record.agent) return noNotices
  const open = storage.tasks.notices(id, AT_ONCE)
  const most = Math.floor(ROOM / Math.max(1, open.length))
  return {
    texts: open.map(({ text }) => (text.length <= most ? text : shortened(text, most))),
    patchFor: (messageId) => (open.length === 0 ? {} : { delivers: { notices: open.map((notice) => notice.id), messageId } }),
  }
}

/** The middle goes: the head names the run, the tail says where all of it is. */
function shortened(text: string, most: number): string {
  const half = Math.floor((most - 20) / 2)
  return `${text.slice(0, half).toWellFormed()}\n[…]\n${text.slice(-half).toWellFormed()}`
}
