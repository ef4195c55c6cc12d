import { z } from 'zod'
import { Attachment } from './common.ts'
import { method } from './method.ts'

const sessionId = z.string()
const text = z.string().max(500_000)
/** Ids from `files.ticket` uploads. */
const attachments = z.array(z.string()).max(50).default([])

/** A prompt that waits for its turn. */
export const QueuedPrompt = z.object({
  id: z.string(),
  text: z.string(),
  attachments: z.array(Attachment),
  /** `after`: a turn of its own once the running one has ended by itself. `next_step`: into the running turn. */
  when: z.enum(['after', 'next_step']),
})
export type QueuedPrompt = z.infer<typeof QueuedPrompt>

export const turns = {
  /** Stores the prompt and starts the turn; `session.busy` while one runs. */
  start: method({
    input: z.object({
      sessionId,
      text: text.default(''),
      attachments,
      /** Instead of a prompt: the last turn was cut off, by `max_turns` for example, and may go on for as long again. */
      goOn: z.boolean().default(false),
      /** Steps after which the turn ends with `max_turns`; without it 200 where a person watches, else no limit. */
      maxTurns: z.number().int().min(1).optional(),
      /** US dollars; the turn ends with `limit` before the first request after it has cost as much. */
      maxCostUsd: z.number().positive().optional(),
      /** Time after which the turn ends with `limit`. */
      timeoutMs: z.number().int().min(1).max(2_147_483_647).optional(),
    }),
    output: z.object({ turnId: z.string() }),
  }),
  /**
   * Keeps a prompt until it can be delivered, once, over reloads and restarts; `session.queue_full` beyond 20. After a turn that
   * did not end by itself the waiting ones stay until a person sends something. With no turn running it starts one.
   */
  queue: method({
    input: z.object({ sessionId, text, attachments, when: z.enum(['after', 'next_step']) }),
    output: z.object({ id: z.string() }),
  }),
  /** Takes a waiting prompt back. One that was delivered meanwhile is fine. */
  unqueue: method({ input: z.object({ sessionId, id: z.string() }), output: z.object({}) }),
  /** A waiting prompt goes first: into the running turn before its next step, or as a turn of its own when none runs. */
  sendNow: method({ input: z.object({ sessionId, id: z.string() }), output: z.object({}) }),
  /** The running turn's wait for its next try ends now. Nothing waiting is fine. */
  retryNow: method({ input: z.object({ sessionId }), output: z.object({}) }),
  /** Ends the running turn; answers once it has ended (≤ 2.5 s). No turn running is fine. */
  cancel: method({ input: z.object({ sessionId }), output: z.object({}) }),
}
