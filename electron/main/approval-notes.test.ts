import type { NotificationConstructorOptions } from 'electron'
import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { AppError } from '../../core/contract/errors.ts'
import type { SessionEvent } from '../../core/contract/events.ts'
import type { WaitingApproval } from '../../core/contract/sessions.ts'
import { tellOfApprovals, type ApprovalNotesDeps } from './approval-notes.ts'

class Note extends EventEmitter {
  readonly options: NotificationConstructorOptions
  state = 'new'
  constructor(options: NotificationConstructorOptions) {
    super()
    this.options = options
  }
  show(): void {
    this.state = 'shown'
  }
  close(): void {
    this.state = 'closed'
  }
}

function notes({ approval = {}, ...deps }: Partial<ApprovalNotesDeps> & { approval?: Partial<WaitingApproval> } = {}) {
  const made: Note[] = []
  const log: string[] = []
  const waiting = { approvalId: 'a', toolName: 'bash', subject: 'npm test', sessionTitle: 'Fix it', projectRoot: '/p', ...approval }
  const { follow } = tellOfApprovals({
    make: (options) => {
      const note = new Note(options)
      made.push(note)
      return note as never
    },
    platform: 'darwin',
    settings: async () => ({ language: 'en', notifications: undefined }),
    isLookedAt: () => false,
    waiting: async () => [{ risky: false, ...waiting } as WaitingApproval],
    answer: async ({ approvalId }, decision) => void log.push(`${approvalId} ${decision}`),
    open: (opened) => log.push(`open ${opened?.projectRoot ?? 'the front'}`),
    onBug: (error) => log.push(String(error)),
    ...deps,
  })
  return { made, log, happen: (event: object) => follow({ sessionId: 's', ...event } as SessionEvent) }
}
const ASKED = { type: 'approval.requested', approvalId: 'a' }
const buttons = (note: Note | undefined) => note?.options.actions?.map(({ text }) => text)

it('says what is asked, once, and Allow and Deny answer it on a Mac', async () => {
  const { made, log, happen } = notes()
  await happen(ASKED)
  await happen({ ...ASKED, sessionId: 'the one that started it' })
  expect(made.map(({ state, options: { title, body } }) => [state, title, body])).toEqual([['shown', 'Fix it', 'bash: npm test']])
  expect(buttons(made[0])).toEqual(['Allow', 'Deny'])
  made[0]?.emit('action', { actionIndex: 0 })
  made[0]?.emit('action', { actionIndex: 1 })
  made[0]?.emit('click')
  expect(log).toEqual(['a once', 'a no', 'open /p'])
})

it('elsewhere a press opens the window, and nothing answers', async () => {
  const { made, log, happen } = notes({ platform: 'linux' })
  await happen(ASKED)
  expect(buttons(made[0])).toEqual([])
  made[0]?.emit('action', { actionIndex: 0 })
  made[0]?.emit('click')
  expect(log).toEqual(['open /p'])
})

it('what is risky or not shown whole cannot be allowed unseen', async () => {
  for (const approval of [{ risky: true }, { subject: `echo ${'x'.repeat(200)}; rm -r .` }]) {
    const { made, log, happen } = notes({ approval })
    await happen(ASKED)
    expect(buttons(made[0])).toEqual(['Deny'])
    made[0]?.emit('action', { actionIndex: 0 })
    expect(log).toEqual(['a no'])
  }
})

it('signs that hide or turn what is read are not shown', async () => {
  const { made, happen } = notes({ approval: { subject: 'ls\n\u202Etxt.\u200Bsh', sessionTitle: '\u2066x' } })
  await happen(ASKED)
  expect([made[0]?.options.title, made[0]?.options.body]).toEqual(['x', 'bash: ls txt.sh'])
})

it('says nothing of a window that is looked at, nor where the person wants none', async () => {
  for (const deps of [
    { isLookedAt: () => true },
    { settings: async () => ({ language: 'en' as const, notifications: { approvals: false } }) },
  ]) {
    const { made, happen } = notes(deps)
    await happen(ASKED)
    expect(made).toEqual([])
  }
})

it('what was answered in a window disappears, or does not come up', async () => {
  const { made, happen } = notes()
  await happen(ASKED)
  await happen({ type: 'approval.resolved', approvalId: 'a' })
  expect(made[0]?.state).toBe('closed')
  const late = notes({ waiting: async () => [] })
  await late.happen(ASKED)
  expect(late.made).toEqual([])
})

it('an answer that comes too late does nothing but say so', async () => {
  const { made, log, happen } = notes({ answer: () => Promise.reject(new AppError('approval.expired')) })
  await happen(ASKED)
  made[0]?.emit('action', { actionIndex: 0 })
  await new Promise(setImmediate)
  expect(made[1]?.options.title).toBe('This question has been answered or has ended already.')
  expect([made[1]?.state, log]).toEqual(['shown', []])
})

it('a question is told too, and answered in the window', async () => {
  const { made, log, happen } = notes()
  await happen({ type: 'question.requested', question: { questionId: 'q' } })
  expect([made[0]?.options.title, buttons(made[0])]).toEqual(['A question waits for you', []])
  made[0]?.emit('click')
  expect(log).toEqual(['open the front'])
})
