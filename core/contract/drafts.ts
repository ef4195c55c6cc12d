import { z } from 'zod'
import { Attachment } from './common.ts'
import { method } from './method.ts'

/** A message that is not sent yet. */
export const Draft = z.object({
  text: z.string().max(500_000),
  /** Project-relative paths; a folder's ends with `/`. */
  references: z.array(z.string().max(4_000)).max(200),
  attachments: z.array(Attachment).max(50),
})
export type Draft = z.infer<typeof Draft>

/** Absent: the one that is made with its first message. */
const sessionId = z.string().optional()

/** Of the window's project. Whole values: the last one written counts, from whichever window. */
export const drafts = {
  get: method({ input: z.object({ sessionId }), output: z.object({ draft: Draft }) }),
  /** Kept when it answers, also over `kill -9`; an empty one is none. */
  set: method({ input: z.object({ sessionId, draft: Draft }), output: z.object({}) }),
  /** A person's own prompts of the project, newest first, each once; at most 50 of the newest conversations. */
  history: method({ input: z.object({}), output: z.object({ prompts: z.array(z.string()) }) }),
  /**
   * A dropped folder by its name and what lies in it: the project's own folder that holds all of `paths` and nothing more
   * at its top, ending with `/`; null when a bounded search finds none. `path`: its real path, where the page knows it.
   */
  folder: method({
    input: z.object({
      name: z.string().min(1).max(255),
      path: z.string().max(4_000).optional(),
      /** Relative to it, with `/`; a folder's ends with one. */
      paths: z.array(z.string().min(1).max(4_000)).max(2_000),
    }),
    output: z.object({ path: z.string().nullable() }),
  }),
  /** A ticket's path (see `files.ticket`) for one GET of a text attachment that waits to be sent. `files.attachment_missing`. */
  attachment: method({ input: z.object({ sessionId: z.string(), attachmentId: z.string() }), output: z.object({ path: z.string() }) }),
}
