import { z } from 'zod'
import { Mode } from './common.ts'
import { SessionSummary } from './events.ts'
import { method } from './method.ts'
import { Row, SessionView } from './view.ts'

export const ChangedFile = z.object({
  path: z.string(),
  created: z.boolean(),
  added: z.number().int(),
  removed: z.number().int(),
  /** Newest last; each from one tool call's own result. */
  diffs: z.array(z.object({ toolCallId: z.string(), turnId: z.string(), diff: z.string() })),
})
export type ChangedFile = z.infer<typeof ChangedFile>

const sessionId = z.string()

/** All of them concern the window's own project. */
export const sessions = {
  list: method({ input: z.object({ limit: z.number().int().min(1).max(200).default(100) }), output: z.array(SessionSummary) }),
  /** Provider, model and mode default to the configured ones. */
  create: method({
    input: z.object({ provider: z.string().optional(), model: z.string().optional(), mode: Mode.optional() }),
    output: SessionSummary,
  }),
  /** The snapshot; from here on this window gets all events of the session. */
  open: method({ input: z.object({ sessionId }), output: SessionView }),
  /** This window no longer shows the session. */
  close: method({ input: z.object({ sessionId }), output: z.object({}) }),
  /** The page of rows before the row `before`. */
  history: method({ input: z.object({ sessionId, before: z.string() }), output: z.object({ rows: z.array(Row), hasMore: z.boolean() }) }),
  changes: method({ input: z.object({ sessionId }), output: z.array(ChangedFile) }),
  rename: method({ input: z.object({ sessionId, title: z.string().trim().min(1).max(200) }), output: SessionSummary }),
  setMode: method({ input: z.object({ sessionId, mode: Mode }), output: SessionSummary }),
  /** Opens a new epoch; refused while a turn runs. */
  setModel: method({ input: z.object({ sessionId, provider: z.string(), model: z.string() }), output: SessionSummary }),
}

export const approvals = {
  /** `approval.expired` when it was settled or died with a restart. */
  answer: method({
    input: z.object({ approvalId: z.string(), decision: z.enum(['once', 'session', 'no']), reason: z.string().max(10_000).optional() }),
    output: z.object({}),
  }),
}

export const files = {
  /** A path, valid for 60 s and for one request. Upload: PUT the bytes, the answer is a `DropResult`. Output: GET the whole text of a tool's output. */
  ticket: method({
    input: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('upload'), sessionId, name: z.string().min(1).max(255), size: z.number().int().min(0) }),
      z.object({ kind: z.literal('output'), sessionId, toolCallId: z.string() }),
    ]),
    output: z.object({ path: z.string() }),
  }),
  /** Project-relative form of a dropped file's real path; null when it is not a file inside the project. */
  reference: method({ input: z.object({ path: z.string() }), output: z.object({ path: z.string().nullable() }) }),
}

/** What became of an uploaded file: it is one of the project's own, or it was kept as an attachment. */
export const DropResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reference'), path: z.string() }),
  z.object({ kind: z.literal('attachment'), attachmentId: z.string(), name: z.string(), size: z.number().int() }),
])
export type DropResult = z.infer<typeof DropResult>
