import type { Approval, SessionEvent } from '../../contract/events.ts'
import type { RpcClient } from '../../contract/index.ts'
import type { PendingQuestion, QuestionAnswer } from '../../contract/questions.ts'

type Pending =
  { readonly kind: 'approval'; readonly approval: Approval } | { readonly kind: 'question'; readonly question: PendingQuestion }

/** What cards wait for, and answering it in plain words. */
export interface PendingBook {
  onEvent(event: SessionEvent): void
  /** In words; empty: it waits for nobody. */
  wordsOf(cardId: string): string
  /** False: it waits for nobody, or for something that only the app can answer. */
  answer(cardId: string, text: string): Promise<boolean>
}

export function createPendingBook(rpc: RpcClient): PendingBook {
  /** Of each card, oldest first, by the id of what is asked. */
  const open = new Map<string, Map<string, Pending>>()
  const ofCard = (cardId: string): Map<string, Pending> => {
    const known = open.get(cardId) ?? new Map<string, Pending>()
    open.set(cardId, known)
    return known
  }
  const waiters = new Set<() => void>()
  /** The card goes on a moment after the answer was taken. */
  const settled = (cardId: string, id: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (open.get(cardId)?.has(id)) return
        waiters.delete(look)
        resolve()
      }
      waiters.add(look)
      look()
    })
  const oldest = (cardId: string): Pending | undefined => open.get(cardId)?.values().next().value
  return {
    onEvent(event) {
      const { sessionId } = event
      if (event.type === 'approval.requested') ofCard(sessionId).set(event.approvalId, { kind: 'approval', approval: event })
      if (event.type === 'question.requested')
        ofCard(sessionId).set(event.question.questionId, { kind: 'question', question: event.question })
      if (event.type === 'approval.resolved') open.get(sessionId)?.delete(event.approvalId)
      if (event.type === 'question.resolved') open.get(sessionId)?.delete(event.questionId)
      if (event.type === 'turn.finished' && event.agentId === undefined) open.delete(sessionId)
      for (const look of [...waiters]) look()
    },
    wordsOf(cardId) {
      const pending = oldest(cardId)
      if (!pending) return ''
      return pending.kind === 'approval' ? approvalWords(pending.approval) : questionWords(pending.question)
    },
    async answer(cardId, text) {
      const pending = oldest(cardId)
      if (!pending) return false
      if (pending.kind === 'approval') {
        const isYes = YES.test(text.trim())
        await rpc.approvals.answer({
          approvalId: pending.approval.approvalId,
          decision: isYes ? 'once' : 'no',
          ...(!isYes && { reason: text.slice(0, 10_000) }),
        })
        await settled(cardId, pending.approval.approvalId)
        return true
      }
      const answer = answerOf(pending.question, text)
      if (!answer) return false
      await rpc.questions.answer({ questionId: pending.question.questionId, answer })
      await settled(cardId, pending.question.questionId)
      return true
    },
  }
}

/** Nothing but a plain yes allows anything. */
const YES = /^(y|yes|ok|okay|allow|approve|approved|是|好|允许|同意)[.!。！]?$/i

function approvalWords({ toolName, input, reason, cwd }: Approval): string {
  const call = JSON.stringify(input, undefined, 2)
  return `It wants to use ${toolName} in ${cwd}:\n${call}\n${reason}\nAnswer "yes" to allow this one call; anything else refuses it and is passed on as the reason.`
}

function questionWords(question: PendingQuestion): string {
  if (question.kind !== 'choices') return 'It asks something that can only be answered in MewCode itself.'
  return question.questions
    .map(({ header, text, options }) =>
      [`${header}: ${text}`, ...options.map(({ label, description }) => `- ${label} ${description}`.trim())].join('\n'),
    )
    .join('\n\n')
}

/** One text for all it asks; the label of an option chooses it. */
function answerOf(question: PendingQuestion, text: string): QuestionAnswer | undefined {
  if (question.kind !== 'choices') return undefined
  const said = text.trim()
  const answers = question.questions.map(({ options }) => {
    const chosen = options.find(({ label }) => label.toLowerCase() === said.toLowerCase())
    return chosen ? { chosen: [chosen.label] } : { chosen: [], text: said.slice(0, 10_000) }
  })
  return { kind: 'choices', answers }
}
