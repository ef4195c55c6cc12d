import { z } from 'zod'
import { HookMark } from './hooks.ts'
import { QuestionAnswer } from './questions.ts'

export const Mode = z.enum(['default', 'acceptEdits', 'plan', 'bypassPermissions', 'dontAsk'])
export type Mode = z.infer<typeof Mode>

/** How much a model is to think, by its own scale; a model is given the nearest word it takes. */
export const Effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])
export type Effort = z.infer<typeof Effort>

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

const blobFacts = {
  /** SHA-256 of the bytes in hex; they lie in `blobs/` of the session's folder, never in the record or an event. */
  blobId: z.string().regex(/^[0-9a-f]{64}$/),
  /** Bytes. */
  size: z.number().int(),
}

export const ImageBlock = z.object({
  type: z.literal('image'),
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  ...blobFacts,
  /** Pixels, as the image is looked at. */
  width: z.number().int(),
  height: z.number().int(),
})
export type ImageBlock = z.infer<typeof ImageBlock>

export const DocumentBlock = z.object({
  type: z.literal('document'),
  mediaType: z.literal('application/pdf'),
  ...blobFacts,
  name: z.string(),
  pages: z.number().int(),
})
export type DocumentBlock = z.infer<typeof DocumentBlock>

export const MediaBlock = z.discriminatedUnion('type', [ImageBlock, DocumentBlock])
export type MediaBlock = z.infer<typeof MediaBlock>

/** A piece of a tool's answer. */
export const ContentBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  ImageBlock,
  DocumentBlock,
])
export type ContentBlock = z.infer<typeof ContentBlock>

/** The answer to an approval that settled a call, kept with the call's result. */
export const ApprovalOutcome = z.object({
  decision: z.enum(['allow', 'deny', 'expired']),
  /** How far an `allow` reaches; `always`: a rule was kept. */
  scope: z.enum(['once', 'session', 'always']),
  by: z.enum(['user', 'cancel', 'restart']),
  reason: z.string().optional(),
})
export type ApprovalOutcome = z.infer<typeof ApprovalOutcome>

export const PermissionLayer = z.enum(['blacklist', 'sandbox', 'rule', 'mode', 'trust'])
export type PermissionLayer = z.infer<typeof PermissionLayer>

/**
 * Why something failed. `network`: nobody was reached, or the line broke. `protocol`: an answer that is none. `remote`: the other
 * side says no. `denied`: permission, a hook or a person. `internal`: all else, here: a file that is not there, a call that was stopped.
 */
export const ErrorClass = z.enum(['network', 'protocol', 'remote', 'timeout', 'denied', 'internal'])
export type ErrorClass = z.infer<typeof ErrorClass>

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
  /** The background shell that the call started or looked at. */
  shellId: z.string().optional(),
  /** Where the whole output lies when the model got only a part. */
  spillPath: z.string().optional(),
  truncated: z.boolean().optional(),
  /** Lines read, hits found, files listed: what the card shows at its right edge. */
  count: z.number().int().optional(),
  files: z.number().int().optional(),
  interrupted: z.boolean().optional(),
  /** Of a call that failed outside this machine. */
  errorClass: ErrorClass.optional(),
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
  /** What let the call pass. */
  allowed: z.object({ layer: PermissionLayer, rule: z.string().optional() }).optional(),
  approval: ApprovalOutcome.optional(),
  /** What hooks said of the call, in their order. */
  hooks: z.array(HookMark).optional(),
  /** The arguments it ran with, when a hook changed them. */
  updatedInput: z.record(z.string(), z.unknown()).optional(),
  todos: z.array(TodoItem).optional(),
  /** The agent that the call handed work to. */
  agent: z.looseObject({ agentId: z.string(), type: z.string(), model: z.string(), status: z.string() }).optional(),
  /** What an MCP server answered beside words and pictures, for the card. */
  fromServer: z
    .object({
      server: z.string(),
      audio: z.array(z.object({ mediaType: z.string(), ...blobFacts })),
      links: z.array(z.object({ uri: z.string(), name: z.string(), mimeType: z.string().nullable() })),
      /** As JSON; absent where there is none or it is too long to be shown. */
      structured: z.string().optional(),
    })
    .optional(),
  /** What the person said to a question or a plan. */
  answer: QuestionAnswer.optional(),
})
export type ToolMeta = z.infer<typeof ToolMeta>

/** Why a conversation is summed up: it nearly filled the window, a person asked, or the vendor found it too long. */
export const CompactTrigger = z.enum(['automatic', 'asked', 'overflow'])
export type CompactTrigger = z.infer<typeof CompactTrigger>

/** A file the user put into a message; text where there is no `media`. */
export const Attachment = z.object({ attachmentId: z.string(), name: z.string(), size: z.number().int(), media: MediaBlock.optional() })
export type Attachment = z.infer<typeof Attachment>
