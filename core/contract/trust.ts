import { z } from 'zod'
import { method } from './method.ts'

/** Something a project's own files would run or widen. Off until a person has looked at it. */
export const TrustItem = z.object({
  /** File and place in it; the same item keeps its key when it changes. */
  key: z.string(),
  kind: z.enum(['rules', 'mode', 'provider', 'git', 'mcp', 'hook']),
  /** Project-relative. */
  file: z.string(),
  line: z.number().int(),
  /** The definition itself, without keys. */
  text: z.string(),
  /** SHA-256 of the definition as it is in the file. */
  hash: z.string(),
  /** `modified`: it is not what was trusted. */
  state: z.enum(['new', 'trusted', 'modified']),
  /** What was trusted, when that was another text. */
  before: z.string().optional(),
})
export type TrustItem = z.infer<typeof TrustItem>

export const FolderTrust = z.object({
  /** Real path. */
  path: z.string(),
  decision: z.enum(['none', 'trusted', 'declined']),
  items: z.array(TrustItem),
})
export type FolderTrust = z.infer<typeof FolderTrust>

/** Of the window's own project. */
export const trust = {
  show: method({ input: z.object({}), output: FolderTrust }),
  /** Trusts the folder and these items as they were shown; `trust.changed` when one is another by now. */
  allow: method({
    input: z.object({ items: z.array(z.object({ key: z.string(), hash: z.string() })).max(2_000) }),
    output: FolderTrust,
  }),
  /** The folder stays untrusted and is not asked about again until something changes. */
  decline: method({ input: z.object({}), output: FolderTrust }),
  /** Folders with a decision, newest first. Home's. */
  folders: method({
    input: z.object({}),
    output: z.array(z.object({ path: z.string(), decision: z.enum(['trusted', 'declined']), at: z.number() })),
  }),
  /** Takes all of it back. */
  revoke: method({ input: z.object({}), output: FolderTrust }),
}
