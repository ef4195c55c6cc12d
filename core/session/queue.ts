import { newId } from '../base/ids.ts'
import type { StopReason } from '../contract/common.ts'
import { AppError, toWireError } from '../contract/errors.ts'
import { shownAttachment } from '../contract/rows.ts'
import type { QueuedPrompt } from '../contract/turns.ts'
import { readAttachments } from './attachments.ts'
import { beginSession, submitPrompt } from './hooks.ts'
import { driving } from './lease.ts'
import type { LiveSession } from './live-session.ts'
import { idsOf, without } from './steer.ts'
import { startTurn } from './turn-start.ts'
import type { QueuePrompt, SessionDeps } from './types.ts'

const MOST_WAITING = 20

/** After these the person has seen nothing that would make them think again: what waits goes on its way. */
const ENDED_BY_ITSELF: ReadonlySet<StopReason> = new Set(['end_turn', 'stop_sequence'])

/** Keeps a prompt until it can be delivered; with no turn running the first one starts one. `session.queue_full`, `files.*`, `command.*`, `hook.prompt_blocked`. */
export async function queuePrompt(deps: SessionDeps, live: LiveSession, { text, attachments, when }: QueuePrompt): Promise<string> {
  const read = await readAttachments(live.dir, attachments)
  // Said now, while the person looks: when its turn comes they may be gone.
  const expanded = await deps.expandCommand(text, live.projectRoot)
  if (expanded === undefined) {
    await beginSession(deps, live)
    await submitPrompt(deps, live, text)
  }
  const prompt: QueuedPrompt = { id: newId(deps.clock.now()), text, attachments: read.map(shownAttachment), when }
  driving(deps, live, () => {
    const { queue } = live.record
    if (queue.length >= MOST_WAITING) throw new AppError('session.queue_full', { params: { limit: MOST_WAITING } })
    change(live, [...queue, prompt])
  })
  await deliverNext(deps, live)
  return prompt.id
}

/** Takes a waiting prompt back, unless it is on its way already. */
export function unqueuePrompt(deps: SessionDeps, live: LiveSession, id: string): void {
  if (live.delivering === id || !live.record.queue.some((prompt) => prompt.id === id)) return
  driving(deps, live, () => change(live, without(live.record.queue, id)))
}

/** The prompt goes first: before the running turn's next step, or as a turn of its own. */
export async function sendNow(deps: SessionDeps, live: LiveSession, id: string): Promise<void> {
  driving(deps, live, () => {
    const { queue } = live.record
    const prompt = queue.find((waiting) => waiting.id === id)
    if (prompt && live.delivering !== id) change(live, [{ ...prompt, when: 'next_step' }, ...without(queue, id)])
  })
  await deliverNext(deps, live)
}

/** A turn has ended: the first prompt that waits starts the next one. After any other ending they wait for the person. */
export async function deliverAfter(deps: SessionDeps, live: LiveSession, stopReason: StopReason): Promise<void> {
  if (ENDED_BY_ITSELF.has(stopReason)) await deliverNext(deps, live)
}

async function deliverNext(deps: SessionDeps, live: LiveSession): Promise<void> {
  const [next] = live.record.queue
  if (!next || live.turn || live.isStarting || live.isClosed) return
  live.delivering = next.id
  try {
    await startTurn(deps, live, { sessionId: live.id, text: next.text, attachments: idsOf(next), queuedId: next.id })
  } catch (error) {
    tellTrouble(live, error)
  } finally {
    live.delivering = undefined
  }
}

/** It stays in the queue; the person hears why. Where another process is at work, that one tells. */
function tellTrouble(live: LiveSession, error: unknown): void {
  if (live.isClosed || (error instanceof AppError && error.code === 'session.busy')) return
  const { code, message, params } = toWireError(error)
  live.change({}, { type: 'notice', level: 'error', code, message, params })
}

function change(live: LiveSession, queue: QueuedPrompt[]): void {
  live.change({ queue }, { type: 'queue.changed', items: queue })
}
