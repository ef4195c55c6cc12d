import { newId } from '../base/ids.ts'
import type { UserMessage } from '../contract/messages.ts'
import type { QueuedPrompt } from '../contract/turns.ts'
import { readAttachments } from './attachments.ts'
import type { LiveSession } from './live-session.ts'
import type { SessionDeps } from './types.ts'

/** Stores what is to reach the model before its next step, each with its place in the queue given up. */
export async function steer(deps: SessionDeps, live: LiveSession, turnId: string): Promise<UserMessage[]> {
  const messages: UserMessage[] = []
  for (;;) {
    const next = live.record.queue.find(({ when }) => when === 'next_step')
    if (!next) return messages
    const attachments = await readAttachments(live.dir, idsOf(next))
    // Taken back while its files were read.
    if (!live.record.queue.some(({ id }) => id === next.id)) continue
    const createdAt = deps.clock.now()
    const message: UserMessage = { role: 'user', id: newId(createdAt), turnId, createdAt, text: next.text, attachments, reminders: [] }
    const queue = without(live.record.queue, next.id)
    live.store(
      message,
      [
        { type: 'prompt.added', messageId: message.id, prompt: next.text, attachments: next.attachments },
        { type: 'queue.changed', items: queue },
      ],
      { queue },
    )
    messages.push(message)
  }
}

export function without(queue: readonly QueuedPrompt[], id: string): QueuedPrompt[] {
  return queue.filter((prompt) => prompt.id !== id)
}

export function idsOf({ attachments }: QueuedPrompt): string[] {
  return attachments.map(({ attachmentId }) => attachmentId)
}
