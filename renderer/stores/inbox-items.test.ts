import { expect, it } from 'vitest'
import type { SessionSummary } from '../../core/contract/events.ts'
import type { WaitingApproval } from '../../core/contract/sessions.ts'
import { inboxItems } from './inbox-items.ts'

const session = (id: string, waiting: number) => ({ id, title: `title of ${id}`, waiting }) as SessionSummary
const call = (approvalId: string, sessionId: string) =>
  ({ approvalId, sessionId, sessionTitle: `title of ${sessionId}` }) as WaitingApproval

it('lists each call, and a session once more when it asks something besides', () => {
  const items = inboxItems(
    [call('a', 's1'), call('b', 's1'), call('c', 's2')],
    [session('s1', 2), session('s2', 2), session('s3', 1), session('s4', 0)],
  )
  expect(items.map(({ id, sessionTitle }) => [id, sessionTitle])).toEqual([
    ['a', 'title of s1'],
    ['b', 'title of s1'],
    ['c', 'title of s2'],
    ['s2:question', 'title of s2'],
    ['s3:question', 'title of s3'],
  ])
})
