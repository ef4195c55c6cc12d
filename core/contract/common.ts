import { z } from 'zod'

export const Mode = z.enum(['default', 'acceptEdits', 'plan', 'bypassPermissions', 'dontAsk'])
export type Mode = z.infer<typeof Mode>

/** What a tool touches; decides permission and batching. */
export const ToolCategory = z.enum(['read', 'none', 'write', 'exec', 'network', 'delegate'])
export type ToolCategory = z.infer<typeof ToolCategory>

export const StopReason = z.enum([
  'end_turn',
  'stop_sequence',
  'max_tokens',
  'context_window',
  'refusal',
  'content_filter',
  'max_turns',
  'unknown_tools',
  'loop',
  'hook_stopped',
  'plan_ready',
  'cancelled',
  'limit',
  'error',
])
export type StopReason = z.infer<typeof StopReason>

/** Tokens as the vendor counted them; `costUsd` is null when the model's price is not known. */
export const Usage = z.object({
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  cacheReadTokens: z.number().int(),
  cacheWriteTokens: z.number().int(),
  costUsd: z.number().nullable(),
})
export type Usage = z.infer<typeof Usage>

export const TodoItem = z.object({
  content: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
  activeForm: z.string(),
})
export type TodoItem = z.infer<typeof TodoItem>

/** A piece of a tool's answer. Images and documents come with the model layer. */
export const ContentBlock = z.object({ type: z.literal('text'), text: z.string() })
export type ContentBlock = z.infer<typeof ContentBlock>

/** The answer to an approval that settled a call, kept with the call's result. */
export const ApprovalOutcome = z.object({
  decision: z.enum(['allow', 'deny', 'expired']),
  /** How far an `allow` reaches. */
  scope: z.enum(['once', 'session']),
  by: z.enum(['user', 'cancel', 'restart']),
  reason: z.string().optional(),
})
export type ApprovalOutcome = z.infer<typeof ApprovalOutcome>

export const PermissionLayer = z.enum(['blacklist', 'sandbox', 'rule', 'mode', 'trust'])
export type PermissionLayer = z.infer<typeof PermissionLayer>

/** Facts about a finished call, for cards, the Changes panel and scripts. */
export const ToolMeta = z.looseObject({
  /** Project-relative where possible. */
  path: z.string().optional(),
  /** Unified diff of what the call changed. */
  diff: z.string().optional(),
  added: z.number().int().optional(),
  removed: z.number().int().optional(),
  /** The file did not exist before the call. */
  created: z.boolean().optional(),
  exitCode: z.number().int().optional(),
  timedOut: z.boolean().optional(),
  /** Where the whole output lies when the model got only a part. */
  spillPath: z.string().optional(),
  truncated: z.boolean().optional(),
  /** Lines read, hits found, files listed: what the card shows at its right edge. */
  count: z.number().int().optional(),
  files: z.number().int().optional(),
  interrupted: z.boolean().optional(),
  /** Set when permission refused the call. */
  denied: z
    .object({
      layer: PermissionLayer,
      rule: z.string().optional(),
      /** English. */
      reason: z.string(),
      /** The reason's text in `error-texts.ts`, for a window's own language. */
      reasonCode: z.string().optional(),
      reasonParams: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  approval: ApprovalOutcome.optional(),
  todos: z.array(TodoItem).optional(),
})
export type ToolMeta = z.infer<typeof ToolMeta>

/** A text file the user put into a message. */
export const Attachment = z.object({ attachmentId: z.string(), name: z.string(), size: z.number().int() })
export type Attachment = z.infer<typeof Attachment>
