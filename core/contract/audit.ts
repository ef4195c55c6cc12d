import { z } from 'zod'
import { ErrorClass, PermissionLayer, ToolCategory } from './common.ts'
import { method } from './method.ts'

/** `mcp`: a person called a server's tool past the model. `credential`: a secret was read for a request. `agent`: a run began or ended, or a conversation was handed to one and taken back. */
export const AuditKind = z.enum(['tool', 'approval', 'trust', 'install', 'hook', 'mcp', 'credential', 'agent'])
export type AuditKind = z.infer<typeof AuditKind>

/** Something the agent or a person did: names, counts and times; of arguments only what is short and no secret. */
export const AuditRow = z.object({
  /** Ascending with time. */
  id: z.number().int(),
  /** Milliseconds since the epoch. */
  ts: z.number(),
  kind: AuditKind,
  projectRoot: z.string(),
  /** Empty outside a session. */
  sessionId: z.string(),
  turnId: z.string(),
  /** Empty for the main agent. */
  agentId: z.string(),
  /** Who runs the program. */
  osUser: z.string(),
  /** Of a trust change the folder's item, of a credential its account, of a run the agent's name. */
  tool: z.string(),
  /** MCP server of a call, or whose secret it is; empty: none. */
  server: z.string(),
  category: ToolCategory.nullable(),
  readOnly: z.boolean(),
  /** SHA-256 of the arguments as canonical JSON. */
  argsDigest: z.string(),
  /** JSON; values over 200 characters as `<n chars>`. */
  argsRedacted: z.string(),
  decision: z.enum(['allow', 'deny', 'expired', 'revoke']),
  layer: z.enum([...PermissionLayer.options, 'human']).nullable(),
  rule: z.string().nullable(),
  durationMs: z.number(),
  resultBytes: z.number().int(),
  isError: z.boolean(),
  errorClass: ErrorClass.nullable(),
  /** Of the turn, and of its OTLP trace where one is sent; empty outside a turn. */
  traceId: z.string(),
})
export type AuditRow = z.infer<typeof AuditRow>

export const AuditFilter = z.object({
  kind: AuditKind.optional(),
  decision: AuditRow.shape.decision.optional(),
  /** A tool's whole name. */
  tool: z.string().max(200).optional(),
  server: z.string().max(200).optional(),
  errorClass: ErrorClass.optional(),
  sessionId: z.string().optional(),
  /** Milliseconds since the epoch. */
  since: z.number().optional(),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const audit = {
  /** Newest first, at most 50, older than the row `before`. A project's window sees its own project, Home all. */
  list: method({
    input: AuditFilter.extend({ before: z.number().int().optional(), limit: z.number().int().min(1).max(50).default(50) }),
    output: z.object({
      rows: z.array(AuditRow),
      hasMore: z.boolean(),
      /** Rows that could not be written since the program started. */
      lost: z.number().int(),
    }),
  }),
}
