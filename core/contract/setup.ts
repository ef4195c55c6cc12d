import { z } from 'zod'
import { WireError } from './errors.ts'
import { method } from './method.ts'

export const SetupProduct = z.enum(['claude-code', 'codex', 'cursor', 'gemini', 'opencode'])
export type SetupProduct = z.infer<typeof SetupProduct>

export const SetupKind = z.enum(['mcp', 'hook', 'agent', 'command', 'skill', 'rule', 'session'])
export type SetupKind = z.infer<typeof SetupKind>

export const SetupItem = z.object({
  /** Of this thing as it was found: one that changes has another. */
  id: z.string(),
  product: SetupProduct,
  kind: SetupKind,
  name: z.string(),
  /** Where it lies, the home folder as `~`. */
  path: z.string(),
  /** What it is, cut at 1,000 characters and without keys. */
  preview: z.string(),
  /** `in_place`: MewCode reads it where it lies. `there`: it was brought, or one of the name is here. `cannot`: `problem` says why. */
  state: z.enum(['new', 'in_place', 'there', 'cannot']),
  problem: WireError.nullable(),
  /** What would be another here. */
  notes: z.array(WireError),
})
export type SetupItem = z.infer<typeof SetupItem>

export const SetupResult = z.object({
  id: z.string(),
  outcome: z.enum(['brought', 'there', 'cannot']),
  problem: WireError.nullable(),
})
export type SetupResult = z.infer<typeof SetupResult>

/** What other products keep for the person on this machine. Their files are read and never written. Home only. */
export const setup = {
  /** At most 500. */
  find: method({ input: z.object({}), output: z.object({ items: z.array(SetupItem), isTruncated: z.boolean() }) }),
  /** One after another; what fails stops nothing else. Keys go to the keychain. */
  bring: method({
    input: z.object({ ids: z.array(z.string().max(64)).min(1).max(500) }),
    output: z.object({ results: z.array(SetupResult) }),
  }),
}
