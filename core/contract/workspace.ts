import { z } from 'zod'
import { method } from './method.ts'

export const FileMatch = z.object({
  /** Relative to the project, with `/`; a folder ends with one. */
  path: z.string(),
  kind: z.enum(['file', 'folder']),
})
export type FileMatch = z.infer<typeof FileMatch>

export const workspace = {
  /** Files and folders of the window's project whose path resembles the query, best first; ignored ones are left out. */
  files: method({
    input: z.object({ query: z.string().max(500), limit: z.number().int().min(1).max(100).default(20) }),
    output: z.object({
      matches: z.array(FileMatch),
      /** The folder is still being looked through: ask again for more. */
      indexing: z.boolean(),
    }),
  }),
}
