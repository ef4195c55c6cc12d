import type { Message } from '../contract/messages.ts'

/** What the other side is to hear next. */
export type Words =
  | { readonly kind: 'say'; readonly text: string }
  /** Work that is still open is taken up; where none is, the text asks for more. */
  | { readonly kind: 'goOn'; readonly text: string }
  /** Nobody could answer what it asked. */
  | { readonly kind: 'unanswered' }

/** From the newest of a conversation's messages. What the product tells its own models (reminders, instructions) stays here. */
export function nextWords(messages: readonly Message[]): Words {
  const last = messages.findLast(({ role }) => role !== 'ending' && role !== 'aside')
  if (last?.role === 'user') return { kind: 'say', text: last.expanded ?? last.text }
  if (last?.role === 'tool') {
    const { answer } = last.meta
    const [first] = answer?.kind === 'choices' ? answer.answers : []
    const said = [...(first?.chosen ?? []), first?.text?.trim() ?? ''].filter((text) => text !== '').join('\n')
    return last.isError || !first ? { kind: 'unanswered' } : { kind: 'say', text: said || 'No answer: decide yourself.' }
  }
  // How a turn is gone on with, or what a hook wants: its first text, the rest is news for models of our own.
  if (last?.role === 'reminder') return { kind: 'goOn', text: last.texts[0] ?? '' }
  return { kind: 'say', text: '' }
}
