import { z } from 'zod'
import { EditorId } from './app.ts'
import { method } from './method.ts'

/** A path as a tool or a model wrote it: relative to the project, or absolute. `confirmed`: the person wants it although it lies outside. */
const file = { path: z.string().min(1).max(4_000), confirmed: z.boolean().default(false) }
const line = z.number().int().min(1).max(100_000_000)

export const FilePage = z.object({
  /** With `/`, relative to the project where it lies inside. */
  path: z.string(),
  /** Bytes of the file. */
  size: z.number().int(),
  /** Of the whole file. */
  totalLines: z.number().int(),
  firstLine: z.number().int(),
  /** At most 60,000 bytes together; a longer line than that is cut and ends with `…`. */
  lines: z.array(z.string()),
})
export type FilePage = z.infer<typeof FilePage>

/** Part of `files`. A file outside the project and its added folders is refused with `files.outside` until the person confirms. */
export const openFileMethods = {
  /** A page of text from `line` on. `files.unreadable`, `files.not_text`, `files.too_large_to_show`. */
  read: method({ input: z.object({ ...file, line: line.default(1) }), output: FilePage }),
  /** In an editor on the host's machine. `editor`: the one of the settings, else the first that is there. `files.no_editor`. */
  open: method({ input: z.object({ ...file, line: line.default(1), editor: EditorId.optional() }), output: z.object({}) }),
  /** In the system's file manager. `files.no_file_manager`. */
  reveal: method({ input: z.object(file), output: z.object({}) }),
  /** Editors found on the host's machine, the settings' one first. */
  editors: method({ input: z.object({}), output: z.array(z.object({ id: EditorId, name: z.string() })) }),
}
