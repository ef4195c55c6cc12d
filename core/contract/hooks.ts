import { z } from 'zod'
import { WireError } from './errors.ts'
import { method } from './method.ts'

/** The moments at which rules run. */
export const HookEvent = z.enum([
  'SessionStart',
  'SessionResume',
  'SessionEnd',
  'UserPromptSubmit',
  'PreUserMessage',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'PreCompact',
  'PostCompact',
  'Notification',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'TaskCreated',
  'TaskCompleted',
])
export type HookEvent = z.infer<typeof HookEvent>

export const HookSource = z.enum(['managed', 'project', 'user'])
export type HookSource = z.infer<typeof HookSource>

/** `untrusted`, `modified`: a project's rule nobody has looked at as it is now. `broken`: it is understood and cannot run. */
export const HookState = z.enum(['active', 'untrusted', 'modified', 'disabled', 'broken', 'overridden'])
export type HookState = z.infer<typeof HookState>

export const HookActionType = z.enum(['shell', 'http', 'prompt', 'subagent'])
export type HookActionType = z.infer<typeof HookActionType>

/** What a run came to. `failed`: it said nothing that counts, and nothing was blocked for it. `stopped`: it ends the turn. */
export const HookOutcome = z.enum(['passed', 'allowed', 'asked', 'blocked', 'stopped', 'failed'])
export type HookOutcome = z.infer<typeof HookOutcome>

/** A run as a tool card shows it. */
export const HookMark = z.object({
  hook: z.string(),
  event: HookEvent,
  outcome: HookOutcome,
  durationMs: z.number(),
  /** English: what the hook said, or why it failed. */
  reason: z.string().optional(),
})
export type HookMark = z.infer<typeof HookMark>

export const HookRuleInfo = z.object({
  name: z.string(),
  event: HookEvent,
  source: HookSource,
  /** Id of the plugin it came with. */
  plugin: z.string().optional(),
  /** Absolute. */
  file: z.string(),
  line: z.number().int(),
  state: HookState,
  /** Why it does not run; absent for `active` and `disabled`. */
  problem: WireError.optional(),
  action: HookActionType,
  /** The command, address, text or agent, without keys. */
  subject: z.string(),
  isConditional: z.boolean(),
  isAsync: z.boolean(),
  onlyOnce: z.boolean(),
  timeoutMs: z.number(),
  onFailure: z.enum(['allow', 'ask', 'block']),
  /** The entry as YAML, for an editor. */
  yaml: z.string(),
  /** Of the runs that are kept. */
  runs: z.number().int(),
  blocked: z.number().int(),
  failures: z.number().int(),
})
export type HookRuleInfo = z.infer<typeof HookRuleInfo>

export const HookProblem = z.object({
  file: z.string(),
  /** 1-based. */
  line: z.number().int(),
  /** The rule's name, or `#3` for the third entry. */
  rule: z.string(),
  /** `warning`: the rule works all the same. */
  level: z.enum(['error', 'warning']),
  problem: WireError,
})
export type HookProblem = z.infer<typeof HookProblem>

export const HookRun = z.object({
  rule: z.string(),
  outcome: HookOutcome,
  /** Of a shell action; null when it was ended by a signal or never began. */
  exitCode: z.number().int().nullable(),
  durationMs: z.number(),
  reason: z.string(),
  /** The first of what it printed. */
  stdout: z.string(),
  stderr: z.string(),
})
export type HookRun = z.infer<typeof HookRun>

/** What a dispatch came to. */
export const HookTrial = z.object({
  blocked: z.boolean(),
  /** The rule that blocked; empty when none did. */
  by: z.string(),
  reason: z.string(),
  /** What the model would be told. */
  prompts: z.array(z.string()),
  /** Arguments a rule put in place of the call's; null when none did. */
  updatedInput: z.unknown(),
  runs: z.array(HookRun),
})
export type HookTrial = z.infer<typeof HookTrial>

/** One kept run. */
export const HookLogRow = z.object({
  /** Ascending with time. */
  id: z.number().int(),
  /** Milliseconds since the epoch. */
  ts: z.number(),
  sessionId: z.string(),
  rule: z.string(),
  event: HookEvent,
  source: HookSource,
  outcome: HookOutcome,
  /** The run itself went wrong, whatever came of that. */
  isFailure: z.boolean(),
  exitCode: z.number().int().nullable(),
  durationMs: z.number(),
  reason: z.string(),
  payloadBytes: z.number().int(),
  stdoutBytes: z.number().int(),
  stderrBytes: z.number().int(),
  stdout: z.string(),
  stderr: z.string(),
  /** What it was given, as JSON; empty where that was too long to keep. */
  payload: z.string(),
})
export type HookLogRow = z.infer<typeof HookLogRow>

/** One hook of another product as it would stand here. */
export const HookImport = z.object({
  /** Where it stands there. */
  from: z.string(),
  /** Empty where it cannot be taken over. */
  name: z.string(),
  event: HookEvent.nullable(),
  /** The entry, for `save`; empty where there is none. */
  yaml: z.string(),
  /** What of it is lost, or why it cannot be taken over. */
  losses: z.array(WireError),
})
export type HookImport = z.infer<typeof HookImport>

const HookList = z.object({ rules: z.array(HookRuleInfo), problems: z.array(HookProblem) })

/** Of the window's project and the user; Home has the user's and the managed ones only. */
export const hooks = {
  /** In the order in which they run. `running`: background runs. */
  list: method({
    input: z.object({}),
    output: HookList.extend({
      running: z.array(z.object({ rule: z.string(), event: HookEvent, sessionId: z.string(), startedAt: z.number() })),
    }),
  }),
  /** Reads a file's text as rules and changes nothing. */
  check: method({
    input: z.object({ text: z.string().max(1_000_000), file: z.string().max(4_000).default('hooks.yaml') }),
    output: HookList,
  }),
  /**
   * Runs what matches a payload, for real, and marks nothing. `text`: these rules instead of the files'. `hook.unknown_event`,
   * `project.none`.
   */
  test: method({
    input: z.object({
      event: z.string().max(100),
      payload: z.record(z.string(), z.unknown()),
      text: z.string().max(1_000_000).optional(),
    }),
    output: HookTrial,
  }),
  /** Newest first, older than the row `before`. */
  log: method({
    input: z.object({
      rule: z.string().max(300).optional(),
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(50).default(50),
    }),
    output: z.object({ rows: z.array(HookLogRow), hasMore: z.boolean() }),
  }),
  /** Runs the rules once more on the payload of a kept run. `hook.no_such_run`, `hook.payload_not_kept`. */
  replay: method({ input: z.object({ id: z.number().int() }), output: HookTrial }),
  /** In the user's file, for every rule of that name. `hook.not_found`, `hook.managed`, `config.*`. */
  setEnabled: method({ input: z.object({ name: z.string().max(300), isEnabled: z.boolean() }), output: z.object({}) }),
  /** Files of other products on this machine and in the project that hold hooks. */
  foreign: method({ input: z.object({}), output: z.array(z.object({ program: z.string(), path: z.string(), hooks: z.number().int() })) }),
  /** What hooks of another product come to here; nothing is written. `hook.nothing_to_import`. */
  readImport: method({
    input: z.union([z.object({ path: z.string().max(4_000) }), z.object({ text: z.string().max(5_000_000), name: z.string().max(4_000) })]),
    output: z.object({ program: z.string(), hooks: z.array(HookImport) }),
  }),
  /** Writes one entry, in YAML, in the place of the one of that name or behind the last. `hook.invalid`, `config.*`. */
  save: method({ input: z.object({ yaml: z.string().max(100_000), to: z.enum(['user', 'project']) }), output: HookList }),
}
