import { z } from 'zod'
import { LanguageSetting } from './app.ts'
import { Attachment, Effort, Mode } from './common.ts'
import { contextMethods } from './context.ts'
import { Approval, SessionSummary } from './events.ts'
import { McpOffer } from './mcp-install.ts'
import { method } from './method.ts'
import { openFileMethods } from './open-files.ts'
import { RewindInput, RewindPoint, RewindResult } from './rewind.ts'
import { Row, SessionView } from './view.ts'

const sessionId = z.string()

export const ExportFormat = z.enum(['md', 'json', 'jsonl'])
export type ExportFormat = z.infer<typeof ExportFormat>

export const SearchRole = z.enum(['title', 'user', 'assistant', 'tool'])
export type SearchRole = z.infer<typeof SearchRole>

/** A place where the text was found. */
export const Snippet = z.object({
  role: SearchRole,
  /** Absent for the title. */
  messageId: z.string().optional(),
  turnId: z.string().optional(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  text: z.string(),
  /** Places of the searched text within `text`, in UTF-16 units. */
  matches: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
})
export type Snippet = z.infer<typeof Snippet>

export const SessionHit = z.object({
  session: SessionSummary,
  /** Real path of the session's project. */
  projectRoot: z.string(),
  /** Newest first, the title before all. */
  snippets: z.array(Snippet),
})
export type SessionHit = z.infer<typeof SessionHit>

/** Of the window's own project; `search` from Home reaches over all. */
export const sessions = {
  /** Pinned ones first, then the newest. `archived`: those that were put away instead. */
  list: method({
    input: z.object({ limit: z.number().int().min(1).max(200).default(100), archived: z.boolean().default(false) }),
    output: z.array(SessionSummary),
  }),
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
  /** Newest first; `before`: older than that one. */
  rewindPoints: method({
    input: z.object({ sessionId, before: z.string().optional() }),
    output: z.object({ points: z.array(RewindPoint), hasMore: z.boolean() }),
  }),
  /** Back to before a prompt: files, conversation or both. `session.busy` while a turn runs, `session.no_such_message`. */
  rewind: method({ input: RewindInput, output: RewindResult }),
  /** A new session with the history up to a prompt, or with all of it; files stay as they are. The prompt comes back for the composer. */
  fork: method({
    input: z.object({ sessionId, messageId: z.string().optional() }),
    output: z.object({ session: SessionSummary, prompt: RewindResult.shape.prompt }),
  }),
  rename: method({ input: z.object({ sessionId, title: z.string().trim().min(1).max(200) }), output: SessionSummary }),
  pin: method({ input: z.object({ sessionId, pinned: z.boolean() }), output: SessionSummary }),
  archive: method({ input: z.object({ sessionId, archived: z.boolean() }), output: SessionSummary }),
  /** The session and all that was kept for it, for good. `session.busy` while a turn runs. */
  delete: method({ input: z.object({ sessionId }), output: z.object({}) }),
  /** A ticket's path (see `files.ticket`) for one GET of the whole session as text, and a name for the file. */
  export: method({
    input: z.object({ sessionId, format: ExportFormat.default('md'), language: LanguageSetting.default('en') }),
    output: z.object({ path: z.string(), name: z.string() }),
  }),
  /** A ticket's path for one PUT of a JSON or JSONL file's bytes; its answer is a `DropResult` of kind `session`. */
  import: method({
    input: z.object({ name: z.string().min(1).max(255), size: z.number().int().min(0) }),
    output: z.object({ path: z.string() }),
  }),
  /**
   * Sessions that hold the text, letter case aside, newest first. `next`, when there is one, goes on with older ones: texts
   * under three characters are looked for page by page. A session may come again on a later page.
   */
  search: method({
    input: z.object({
      text: z.string().trim().min(1).max(200),
      role: SearchRole.optional(),
      /** Milliseconds since the epoch. */
      since: z.number().optional(),
      until: z.number().optional(),
      limit: z.number().int().min(1).max(100).default(30),
      next: z.string().max(40).optional(),
    }),
    output: z.object({ hits: z.array(SessionHit), next: z.string().nullable() }),
  }),
  ...contextMethods,
  /** `session.mode_limited` where the agent it was handed to keeps it to less. */
  setMode: method({ input: z.object({ sessionId, mode: Mode }), output: SessionSummary }),
  /** Opens a new epoch; refused while a turn runs. */
  setModel: method({ input: z.object({ sessionId, provider: z.string(), model: z.string() }), output: SessionSummary }),
  /** How much the model is to think from the next turn on; null: what configuration says. */
  setEffort: method({ input: z.object({ sessionId, effort: Effort.nullable() }), output: SessionSummary }),
  /**
   * The conversation goes on under an agent's definition, with its text, tools, model and mode, from the next request on; null: as
   * itself again. Refused while a turn runs; `agent.*`.
   */
  setAgent: method({ input: z.object({ sessionId, agent: z.string().min(1).max(100).nullable() }), output: SessionSummary }),
}

/** An approval for the inbox: what it is about in a line, and where to find it. */
export const WaitingApproval = Approval.pick({
  approvalId: true,
  toolName: true,
  category: true,
  reason: true,
  reasonCode: true,
  reasonParams: true,
  agentName: true,
}).extend({
  sessionId: z.string(),
  sessionTitle: z.string(),
  /** Real path. */
  projectRoot: z.string(),
  /** The command, the file or the host, cut after 300 characters; else the tool's name. */
  subject: z.string(),
  /** A part of it is marked as risky. */
  risky: z.boolean(),
  /** Milliseconds since the epoch. */
  askedAt: z.number(),
  /** A process waits for the answer; else the answer starts the turn again. */
  running: z.boolean(),
})
export type WaitingApproval = z.infer<typeof WaitingApproval>

export const approvals = {
  /** What waits for a person in all sessions of the window's project, of all projects for Home; the 50 that wait longest. */
  list: method({ input: z.object({}), output: z.array(WaitingApproval) }),
  /**
   * `always` keeps a rule in the project's local settings: `rule`, one of the approval's suggestions, else its first. Refused
   * with `approval.not_offered` or `config.*`, and the question stays open. When the process that asked is gone the turn goes
   * on in this one; `approval.needs_window` where nobody could be asked on. `approval.expired` when it was settled, or would
   * do something else by now.
   */
  answer: method({
    input: z.object({
      approvalId: z.string(),
      decision: z.enum(['once', 'session', 'always', 'no']),
      rule: z.string().max(20_000).optional(),
      reason: z.string().max(10_000).optional(),
    }),
    output: z.object({}),
  }),
}

export const files = {
  /** A path, valid for 60 s and for one request. Upload: PUT the bytes, the answer is a `DropResult`. Output: GET the whole text of a tool's output. Blob: GET the bytes of an image or a PDF of the session. Web: GET the picture at a public address, which the host fetches then; `files.picture_not_loaded`. */
  ticket: method({
    input: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('upload'), sessionId, name: z.string().min(1).max(255), size: z.number().int().min(0) }),
      z.object({ kind: z.literal('output'), sessionId, toolCallId: z.string() }),
      z.object({ kind: z.literal('blob'), sessionId, blobId: z.string() }),
      z.object({ kind: z.literal('web'), url: z.string().max(4_000) }),
    ]),
    output: z.object({ path: z.string() }),
  }),
  /**
   * Project-relative form of a dropped file's real path; null when it is not a file inside the project. `isMedia`: an image or a
   * document, which a reference would have read as text; it goes along as an attachment.
   */
  reference: method({
    input: z.object({ path: z.string() }),
    output: z.object({ path: z.string().nullable(), isMedia: z.boolean().optional() }),
  }),
  ...openFileMethods,
}

/**
 * Why a record of an imported file was left out: a last line cut short, bytes of zeros after a power cut, no JSON, a kind
 * or form that is not known, a result without its call or a second one, a picture, a branch of the conversation.
 */
export const SkipReason = z.enum(['torn', 'zeros', 'not_json', 'unknown', 'unpaired', 'media', 'branch'])
export type SkipReason = z.infer<typeof SkipReason>

/** What became of an uploaded file: it is one of the project's own, was kept as an attachment, became a session, or describes servers to add. */
export const DropResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reference'), path: z.string() }),
  z.object({ kind: z.literal('attachment'), ...Attachment.shape }),
  z.object({ kind: z.literal('mcp'), offer: McpOffer }),
  z.object({
    kind: z.literal('session'),
    session: SessionSummary,
    /** Messages taken over. */
    imported: z.number().int(),
    /** Records left out, by reason. */
    skipped: z.array(z.object({ reason: SkipReason, count: z.number().int() })),
  }),
])
export type DropResult = z.infer<typeof DropResult>
