import { z } from 'zod'
import { method } from './method.ts'

/** A command that runs beside the conversation, or ran. */
export const Shell = z.object({
  shellId: z.string(),
  /** The call that started it. */
  toolCallId: z.string(),
  command: z.string(),
  description: z.string().optional(),
  /** `stopped`: somebody ended it. */
  state: z.enum(['running', 'exited', 'stopped']),
  /** Absent while it runs; 128 and the signal's number where a signal ended it. */
  exitCode: z.number().int().optional(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  endedAt: z.number().optional(),
  /** Characters it has printed so far. */
  chars: z.number().int(),
  /** The newest of them. */
  tail: z.string(),
})
export type Shell = z.infer<typeof Shell>

const sessionId = z.string()
const shellId = z.string()

/** Background shells of the window's own project. They end with the host; an id of an earlier run is `shell.not_found`. */
export const shells = {
  list: method({ input: z.object({ sessionId }), output: z.array(Shell) }),
  /** More of the newest output than events carry. */
  tail: method({ input: z.object({ sessionId, shellId }), output: z.object({ text: z.string(), chars: z.number().int() }) }),
  /** Answers when nothing of it runs any more (≤ 2.5 s). One that has ended already is fine. */
  stop: method({ input: z.object({ sessionId, shellId }), output: Shell }),
}
