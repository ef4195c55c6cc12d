import { newId } from '../base/ids.ts'
import { AppError } from '../contract/errors.ts'
import type { UserMessage } from '../contract/messages.ts'
import { shownAttachment } from '../contract/rows.ts'
import type { QueuedPrompt } from '../contract/turns.ts'
import { readAttachments } from './attachments.ts'
import { goesOnAs } from './handover.ts'
import { followRules, type LiveSession } from './live-session.ts'
import { readPrompt } from './read-prompt.ts'
import type { SessionDeps, TurnRuntime } from './types.ts'

/** Stores what is to reach the model before its next step, each with its place in the queue given up. */
export async function steer(
  deps: SessionDeps,
  live: LiveSession,
  { turnId, runtime }: { turnId: string; runtime: TurnRuntime },
): Promise<UserMessage[]> {
  const messages: UserMessage[] = []
  for (;;) {
    const next = live.record.queue.find(({ when }) => when === 'next_step')
    if (!next) return messages
    const given = await readAttachments(live.dir, idsOf(next))
    const read = await readPrompt(deps, live, { runtime, text: next.text, attachments: given }).catch((error: unknown) => {
      // A command when it was queued, whose file has gone since: then it is what was typed.
      if (error instanceof AppError) return { attachments: given }
      throw error
    })
    // Taken back while its files were read.
    if (!live.record.queue.some(({ id }) => id === next.id)) continue
    const createdAt = deps.clock.now()
    const said = { text: next.text, ...goesOnAs(live), ...read }
    const message: UserMessage = { role: 'user', id: newId(createdAt), turnId, createdAt, ...said, reminders: [] }
    const queue = without(live.record.queue, next.id)
    live.store(
      message,
      [
        {
          type: 'prompt.added',
          messageId: message.id,
          prompt: next.text,
          ...goesOnAs(live),
          attachments: read.attachments.map(shownAttachment),
        },
        { type: 'queue.changed', items: queue },
      ],
      { queue },
    )
    followRules(live, await deps.rulesOfCommand(next.text, live.projectRoot))
    messages.push(message)
  }
}

export function without(queue: readonly QueuedPrompt[], id: string): QueuedPrompt[] {
  return queue.filter((prompt) => prompt.id !== id)
}

export function idsOf({ attachments }: QueuedPrompt): string[] {
  return attachments.map(({ attachmentId }) => attachmentId)
}
