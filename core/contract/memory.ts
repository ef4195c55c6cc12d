import { z } from 'zod'
import { method } from './method.ts'

export const MemoryType = z.enum(['user_preference', 'correction_feedback', 'project_knowledge', 'reference_material'])
export type MemoryType = z.infer<typeof MemoryType>

/** `user`: for all projects, in `MEWCODE_HOME/memory`. `project`: in `.mewcode/memory` of the folder. */
export const MemoryLevel = z.enum(['user', 'project'])
export type MemoryLevel = z.infer<typeof MemoryLevel>

export const MemoryNote = z.object({
  level: MemoryLevel,
  /** `<type>_<slug>.md`; with the level it names the note. */
  file: z.string(),
  type: MemoryType,
  title: z.string(),
  /** Milliseconds; of the file. */
  updatedAt: z.number(),
  /** Bytes. */
  size: z.number().int(),
  /** Markdown. */
  content: z.string(),
})
export type MemoryNote = z.infer<typeof MemoryNote>

const at = { level: MemoryLevel, file: z.string() }

/** What is remembered; the project's notes are those of the window's own project, Home has the user's only. */
export const memory = {
  /** Newest first. */
  list: method({ input: z.object({}), output: z.array(MemoryNote) }),
  /** `memory.not_found`. */
  show: method({ input: z.object(at), output: MemoryNote }),
  /** Makes a note, or with `file` replaces that one; a new type or title gives it a new file name. */
  save: method({
    input: z.object({
      level: MemoryLevel,
      file: z.string().optional(),
      type: MemoryType,
      title: z.string().trim().min(1).max(120),
      content: z.string().trim().min(1).max(16_000),
    }),
    output: MemoryNote,
  }),
  delete: method({ input: z.object(at), output: z.object({}) }),
}
