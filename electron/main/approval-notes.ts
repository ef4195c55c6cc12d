import type { Notification, NotificationConstructorOptions } from 'electron'
import type { NotificationSettings } from '../../core/contract/app.ts'
import { errorText, type Language } from '../../core/contract/error-texts.ts'
import { toWireError } from '../../core/contract/errors.ts'
import type { AppEvent, SessionEvent } from '../../core/contract/events.ts'
import type { WaitingApproval } from '../../core/contract/sessions.ts'
import { words } from './words.ts'

/** What a notification shows whole on every system; of more the end would be hidden, and may be what matters. */
const WHOLE_CHARS = 120

export interface ApprovalNotesDeps {
  readonly make: (options: NotificationConstructorOptions) => Pick<Notification, 'on' | 'show' | 'close'>
  readonly platform: NodeJS.Platform
  readonly settings: () => Promise<{ readonly language: Language; readonly notifications: NotificationSettings | undefined }>
  /** A window that shows this event is in front. */
  readonly isLookedAt: (event: SessionEvent) => boolean
  /** All that waits for the person. */
  readonly waiting: () => Promise<readonly WaitingApproval[]>
  /** The same door a window's answer takes. */
  readonly answer: (approval: WaitingApproval, decision: 'once' | 'no') => Promise<void>
  /** Shows its conversation; undefined: the window used last. */
  readonly open: (approval: WaitingApproval | undefined) => void
  readonly onBug: (error: unknown) => void
}

/** Tells of what waits for the person while no window of it is looked at; on a Mac it can be answered there. */
export function tellOfApprovals(deps: ApprovalNotesDeps): { follow(event: SessionEvent | AppEvent): Promise<void> } {
  const shown = new Map<string, { close(): void }>()
  const told = new Set<string>()

  const tell = (options: NotificationConstructorOptions, onPress: () => void): ReturnType<ApprovalNotesDeps['make']> => {
    const note = deps.make(options)
    note.on('click', onPress)
    note.show()
    return note
  }

  const settle = async (approval: WaitingApproval, decision: 'once' | 'no'): Promise<void> => {
    try {
      await deps.answer(approval, decision)
    } catch (error) {
      const { language } = await deps.settings()
      const { code, params } = toWireError(error)
      const { what, fix } = errorText(code, params, language)
      tell({ title: what, body: fix }, () => deps.open(approval))
    }
  }

  const ask = async (event: Extract<SessionEvent, { type: 'approval.requested' | 'question.requested' }>): Promise<void> => {
    const id = event.type === 'approval.requested' ? event.approvalId : event.question.questionId
    // An agent's question is told in its own conversation and in the one that started it.
    if (told.has(id)) return
    told.add(id)
    const { language, notifications } = await deps.settings()
    if (notifications?.approvals === false || deps.isLookedAt(event)) return
    const approval = (await deps.waiting()).find(({ approvalId }) => approvalId === id)
    // Answered meanwhile.
    if (!told.has(id) || (event.type === 'approval.requested' && !approval)) return
    const text = approval ? plain(`${approval.toolName}: ${approval.subject}`) : ''
    const mayAllow = approval !== undefined && !approval.risky && text.length <= WHOLE_CHARS
    const decisions = deps.platform === 'darwin' && approval ? [...(mayAllow ? ['once' as const] : []), 'no' as const] : []
    const options: NotificationConstructorOptions = {
      title: approval ? plain(approval.sessionTitle) || words.noteWaits[language] : words.noteQuestion[language],
      body: text.length > WHOLE_CHARS ? `${text.slice(0, WHOLE_CHARS)}…` : text,
      silent: notifications?.sound === false,
      actions: decisions.map((decision) => ({ type: 'button', text: words[decision === 'once' ? 'allow' : 'deny'][language] })),
    }
    const note = tell(options, () => deps.open(approval))
    shown.set(id, note)
    note.on('action', ({ actionIndex }) => {
      const decision = decisions[actionIndex]
      if (approval && decision) void settle(approval, decision).catch(deps.onBug)
    })
  }

  return {
    async follow(event) {
      if (event.type === 'approval.requested' || event.type === 'question.requested') return await ask(event)
      if (event.type !== 'approval.resolved' && event.type !== 'question.resolved') return
      const id = event.type === 'approval.resolved' ? event.approvalId : event.questionId
      told.delete(id)
      shown.get(id)?.close()
      shown.delete(id)
    },
  }
}

/** One line without what turns the reading order or hides: others wrote it. */
function plain(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
}
