import { z } from 'zod'
import { WireError } from './errors.ts'
import { method } from './method.ts'

/** `idle`: not started yet, because nothing has needed it. */
export const McpState = z.enum(['idle', 'disabled', 'untrusted', 'needs_env', 'starting', 'ready', 'needs_auth', 'reconnecting', 'failed'])
export type McpState = z.infer<typeof McpState>

/** How long the calls took that a server was asked last, 100 at most, in whole milliseconds; of calls the model made also before this run. */
export const McpCallTimes = z.object({
  p50Ms: z.number().int(),
  p95Ms: z.number().int(),
  /** Of the last 24, the newest last. */
  lastMs: z.array(z.number().int()),
})
export type McpCallTimes = z.infer<typeof McpCallTimes>

export const McpServer = z.object({
  name: z.string(),
  type: z.enum(['stdio', 'http', 'sse']).nullable(),
  source: z.enum(['user', 'project']),
  /** Id of the plugin it came with. */
  plugin: z.string().optional(),
  state: McpState,
  /** Why it is not ready. */
  problem: WireError.nullable(),
  /** That the model may call. */
  tools: z.number().int(),
  protocolVersion: z.string().nullable(),
  /** From the start to the list of tools. */
  latencyMs: z.number().int().nullable(),
  /** Lines on standard output that were no messages. */
  noise: z.number().int(),
  /** As the server calls itself. */
  title: z.string(),
  version: z.string(),
  /** A picture it carries along, as a `data:` address of a safe kind. */
  icon: z.string().nullable(),
  /** What it wants the model to know; bounded. */
  instructions: z.string(),
  /** What it offers beside tools: `resources`, `prompts`, `completions`, `logging`. */
  offers: z.array(z.string()),
  /** Absolute path of the file its entry stands in. */
  file: z.string(),
  line: z.number().int(),
  /** Command and arguments, or the address, as written there; empty where the entry cannot be read. */
  runs: z.string(),
  /** Names of the variables or headers it is given. */
  given: z.array(z.string()),
  /** Which try to come back this is; 0 when it is not trying. */
  attempt: z.number().int(),
  /** Of its processes; null where there is none or it is not known. */
  memoryBytes: z.number().int().nullable(),
  /** Of one core, since the last look. */
  cpuPercent: z.number().nullable(),
  /** In this run of the program. */
  calls: z.number().int(),
  failedCalls: z.number().int(),
  /** null: none was called yet. */
  callTimes: McpCallTimes.nullable(),
  /** Tools that are not as they were when somebody last looked. */
  changedTools: z.number().int(),
  /** Requests of the server that were refused because nobody granted them. */
  refusedRequests: z.number().int(),
  /** A token for it is kept. */
  isSignedIn: z.boolean(),
  /** Referred to and not set, hence empty. */
  missingVariables: z.array(z.string()),
})
export type McpServer = z.infer<typeof McpServer>

export const McpTool = z.object({
  /** As the server calls it. */
  name: z.string(),
  /** As the model and rules call it; empty when quarantined. */
  fullName: z.string(),
  description: z.string(),
  readOnly: z.boolean(),
  /** Not switched off by the entry's `tools`. */
  enabled: z.boolean(),
  /** It cannot be offered, for `reason`. */
  quarantined: z.boolean(),
  reason: z.string().nullable(),
  inputSchema: z.record(z.string(), z.unknown()),
  calls: z.number().int(),
  failedCalls: z.number().int(),
  /** Half of its last calls were faster; null: not called yet. */
  p50Ms: z.number().int().nullable(),
  /** The definition (name, description, schemas, annotations) that was looked at before, where it is another now: as text. */
  before: z.string().nullable(),
  /** The definition as text, to stand beside `before`. */
  definition: z.string(),
})
export type McpTool = z.infer<typeof McpTool>

/** Calls of a tool by the model. */
export const McpToolUse = z.object({
  /** As the server calls it; the full name where it does not list it any more. */
  name: z.string(),
  calls: z.number().int(),
  failedCalls: z.number().int(),
  p50Ms: z.number().int(),
  p95Ms: z.number().int(),
  /** Milliseconds since the epoch. */
  lastAt: z.number(),
})
export type McpToolUse = z.infer<typeof McpToolUse>

/** As the server answered. */
export const McpResult = z.object({
  isError: z.boolean(),
  content: z.array(z.unknown()),
  structuredContent: z.unknown().optional(),
})
export type McpResult = z.infer<typeof McpResult>

/** One step of a test: the process is up (of an address: it is reached), greeted, listed, and one tool called. */
export const McpStep = z.object({
  step: z.enum(['spawn', 'handshake', 'list', 'call']),
  ok: z.boolean(),
  /** Since the step before. */
  ms: z.number().int(),
  problem: WireError.nullable(),
})
export type McpStep = z.infer<typeof McpStep>

const name = z.string()

/** Servers of the window's own project and of the user, by name; an unknown one is `mcp.not_found`. */
export const mcp = {
  /** Starts nothing. */
  list: method({ input: z.object({}), output: z.array(McpServer) }),
  /** Starts what may be started and answers when every server is settled. */
  status: method({ input: z.object({}), output: z.array(McpServer) }),
  /**
   * Of a server that is started for this where it was not: as many as an answer holds, after the first `from`; none where all were told.
   * `mcp.not_ready`.
   */
  tools: method({ input: z.object({ name, from: z.number().int().nonnegative().default(0) }), output: z.array(McpTool) }),
  /** Calls by the model in the window's project over 30 days, the 5,000 newest, by tool, the most called first. Starts nothing. */
  usage: method({ input: z.object({ name }), output: z.array(McpToolUse) }),
  /** Command line only, since nobody is asked. `mcp.not_ready`, `mcp.no_tool`, `mcp.refused`, `mcp.no_answer`. */
  call: method({ input: z.object({ name, tool: z.string(), arguments: z.record(z.string(), z.unknown()) }), output: McpResult }),
  /** Stops and starts it, and answers when it is settled, with the end of what it wrote to standard error. */
  restart: method({ input: z.object({ name }), output: z.object({ server: McpServer, log: z.string() }) }),
  /** Into the user's file. Command line only. `mcp.exists`, `config.*`. */
  add: method({ input: z.object({ name, entry: z.record(z.string(), z.unknown()) }), output: z.object({}) }),
  /** Out of the file it stands in. */
  remove: method({ input: z.object({ name }), output: z.object({}) }),
  setEnabled: method({ input: z.object({ name, enabled: z.boolean() }), output: z.object({}) }),
  /** Switches one tool in the entry's `tools`, where it stands. `mcp.tool_denied`: a pattern of the entry denies it. */
  setTool: method({ input: z.object({ name, tool: z.string().max(1_000), enabled: z.boolean() }), output: z.object({}) }),
  /** The definition of this tool, or of all of them, is seen as it is now: it counts as unchanged from here on. */
  lookedAt: method({ input: z.object({ name, tool: z.string().max(1_000).optional() }), output: z.object({}) }),
  /** What it wrote to standard error since it was started, without secrets, and the first line on standard output that was no message. */
  log: method({ input: z.object({ name }), output: z.object({ log: z.string(), noise: z.number().int(), firstNoise: z.string() }) }),
  /**
   * Stops it, starts it anew and says how far it got. The last step calls `tool`, or one that only reads and takes no arguments; a
   * server without such a tool is tested without it.
   */
  test: method({
    input: z.object({ name, tool: z.string().max(1_000).optional(), arguments: z.record(z.string(), z.unknown()).default({}) }),
    output: z.object({ steps: z.array(McpStep), server: McpServer, result: McpResult.nullable() }),
  }),
}
