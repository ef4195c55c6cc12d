import { z } from 'zod'
import { method } from './method.ts'

export const FileMatch = z.object({
  /** Relative to the project, with `/`; a folder ends with one. */
  path: z.string(),
  kind: z.enum(['file', 'folder']),
})
export type FileMatch = z.infer<typeof FileMatch>

export const FolderEntry = z.object({
  /** As the disk has it: any sign but a slash may be in it. */
  name: z.string(),
  /** Of a link that leads to one inside the project or a folder added to it, what it leads to. `other`: a device, a socket, a link to anything else. */
  kind: z.enum(['file', 'folder', 'other']),
  /** Where a link leads; undefined: it is none. One that leads out of all these is not looked through. */
  link: z.enum(['inside', 'outside', 'broken']).optional(),
  /** An ignore file names it, or all that lies in it. */
  isIgnored: z.boolean(),
  /** Files of that name usually hold secrets: the agent asks before it reads one. */
  isSecret: z.boolean(),
})
export type FolderEntry = z.infer<typeof FolderEntry>

export const workspace = {
  /**
   * What lies in one folder of the window's project, or of a folder added to it: folders first, each kind in the order of names with their numbers counted; `.git`
   * is left out. `files.outside` for one that lies elsewhere, links followed; `files.folder_unreadable`.
   */
  list: method({
    input: z.object({
      /** Relative to the project, with `/`; empty: the project's own. Of an added folder: absolute. */
      folder: z.string().max(4_000).default(''),
      /** Ignored ones too. */
      ignored: z.boolean().default(true),
      from: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1_000).default(500),
    }),
    output: z.object({
      entries: z.array(FolderEntry),
      /** In the whole folder; of one that holds more than 20,000, among as many as were looked at. */
      total: z.number().int(),
      isTruncated: z.boolean(),
    }),
  }),
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
