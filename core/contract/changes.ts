import { z } from 'zod'
import { method } from './method.ts'

/** `ours`: as the tools left it. `changed`: by somebody else since, gone included. `reverted`: as it was before them. */
export const ChangeState = z.enum(['ours', 'changed', 'reverted'])
export type ChangeState = z.infer<typeof ChangeState>

export const ChangedFile = z.object({
  /** Project-relative where possible. */
  path: z.string(),
  /** It did not exist before. */
  created: z.boolean(),
  /** Lines, as the tool calls counted them. */
  added: z.number().int(),
  removed: z.number().int(),
  state: ChangeState,
})
export type ChangedFile = z.infer<typeof ChangedFile>

export const ChangedTurn = z.object({
  turnId: z.string(),
  /** The prompt's beginning. */
  prompt: z.string(),
  /** Milliseconds since the epoch: the first change. */
  at: z.number(),
  files: z.array(ChangedFile),
})
export type ChangedTurn = z.infer<typeof ChangedTurn>

/** One place of a diff. */
export const Hunk = z.object({
  /** The same as long as the change is the same; null where it cannot be taken back alone. */
  id: z.string().nullable(),
  /** Unified, with its `@@` line and no file header. */
  diff: z.string(),
})
export type Hunk = z.infer<typeof Hunk>

/**
 * Why a file is left as it is. `changed`: it is not as the tools left it. `gone`: it is not there any more. `link`: a link or
 * another kind of thing stands in its place. `expired`: its earlier content is no longer kept. `overlap`: later changes lie on
 * top. `unwritable`: the system refuses.
 */
export const ConflictReason = z.enum(['changed', 'gone', 'link', 'expired', 'overlap', 'unwritable'])
export type ConflictReason = z.infer<typeof ConflictReason>

/** What a rewind or a revert does, or would do, to files. A file among `conflicts` is not touched, the others are. */
export const FilePlan = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      /** `restore`: gets its earlier content. `remove`: did not exist. `bring_back`: was deleted. */
      action: z.enum(['restore', 'remove', 'bring_back']),
      /** Somebody else changed it between two changes of ours; that goes as well. */
      takesTheirs: z.boolean(),
    }),
  ),
  conflicts: z.array(z.object({ path: z.string(), reason: ConflictReason })),
})
export type FilePlan = z.infer<typeof FilePlan>

const sessionId = z.string()

/** Files a session's tools changed, what may be taken back of them, and taking it back. Shell commands' effects are not covered. */
export const changes = {
  /** Last changed first; a path once in `files`, and once in each turn that changed it. */
  list: method({ input: z.object({ sessionId }), output: z.object({ files: z.array(ChangedFile), turns: z.array(ChangedTurn) }) }),
  /** What became of a file since the session began, or in one turn. */
  diff: method({
    input: z.object({ sessionId, path: z.string(), turnId: z.string().optional() }),
    output: z.object({ hunks: z.array(Hunk), truncated: z.boolean() }),
  }),
  /**
   * Takes back what tools did: to one file, in one turn, to one file in one turn, or at one place of a file's diff.
   * `rewindId` undoes it through `sessions.rewind`; null: nothing was done. `session.busy` while a turn runs.
   */
  revert: method({
    input: z.object({
      sessionId,
      path: z.string().optional(),
      turnId: z.string().optional(),
      hunk: z.string().optional(),
      dryRun: z.boolean().default(false),
    }),
    output: FilePlan.extend({ rewindId: z.string().nullable() }),
  }),
}
