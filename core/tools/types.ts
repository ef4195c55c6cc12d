import type { z } from 'zod'
import type { ContentBlock, Mode, ToolCategory, ToolMeta } from '../contract/common.ts'
import type { PendingQuestion, Question, QuestionAnswer } from '../contract/questions.ts'
import type { RunShell } from '../commands/index.ts'
import type { AsksAlways, TurnRules } from '../permission/index.ts'
import type { ProcessSpec } from '../platform/index.ts'
import type { Environment } from '../platform/platform.ts'

/** A tool the model can call. `input` is the zod schema; its JSON Schema is what the model sees. */
export interface Tool<I extends z.ZodType = z.ZodType> {
  readonly name: string
  /** From `prompt.md`. */
  readonly description: string
  readonly input: I
  /** What the model sees of a tool whose schema is not ours, in place of `input`'s. */
  readonly inputSchema?: Readonly<Record<string, unknown>>
  readonly category: ToolCategory
  /** An agent in the background may have it. */
  readonly inBackground?: true
  /** Files and folders the call touches, for permission, as the model wrote them; relative ones against the project root. */
  paths(input: z.output<I>): readonly string[]
  /** The file whose content is the result: the model is given it again when the conversation has been summed up. */
  reads?(input: z.output<I>): string
  /** The shell line the call runs, for permission. */
  command?(input: z.output<I>): string
  /** The host the call contacts, for permission, in lower case; undefined when the input names none. */
  domain?(input: z.output<I>): string | undefined
  /** The host outside to which the call hands its work, in lower case; then it is judged as a call that contacts it. */
  reaches?(input: z.output<I>, projectRoot: string): Promise<string | undefined>
  /** What a write would change, as a unified diff, for the approval card. Reads only. */
  preview?(input: z.output<I>, context: ToolContext): Promise<string | undefined>
  /** What the call fails with whatever a person says, who is then not asked. Reads only. */
  futile?(input: z.output<I>, context: ToolContext): Promise<ToolFailure | undefined>
  /** It is not what it was when a person last looked at it: they are asked, whatever they allowed before. */
  isChanged?(): boolean
  /** Why a person is asked each time, whatever rules and earlier answers say; not where nothing is asked at all. */
  asksAlways?(input: z.output<I>): AsksAlways | undefined
  /** The call is another tool's: it is read, judged, run and shown as that one's. */
  forwards?(input: z.output<I>): { readonly name: string; readonly input: Readonly<Record<string, unknown>> }
  /** Throws `ToolFailure` for trouble the model can mend. */
  run(input: z.output<I>, context: ToolContext): Promise<ToolResult>
}

export interface ToolResult {
  readonly content: readonly ContentBlock[]
  readonly meta: ToolMeta
  /** The turn ends with this, once the other calls of the answer have their results. */
  readonly endsTurn?: { readonly stopReason: 'plan_ready' | 'hook_stopped'; readonly text: string }
}

/** Trouble in words for the model; becomes an error result, never an ended turn. */
export class ToolFailure extends Error {
  readonly meta: ToolMeta

  constructor(message: string, meta: ToolMeta = {}) {
    super(message)
    this.name = 'ToolFailure'
    this.meta = meta
  }
}

export interface ToolContext {
  /** Real path of the folder it works in: the project's, or a worktree of its repository. */
  readonly projectRoot: string
  /** Real path of the project's own folder, which a person trusts or does not. */
  readonly trustedRoot: string
  /** `MEWCODE_HOME/sessions/<id>`, made on first use: spills go to its `spill/`. */
  readonly sessionDir: string
  readonly sessionId: string
  readonly toolCallId: string
  readonly signal: AbortSignal
  /** The session's, as the call began. */
  readonly mode: Mode
  /** Undefined: nobody is there to be asked. */
  readonly person: Person | undefined
  /** The person's environment; children get it without secrets through `childEnvironment`. */
  readonly env: Environment
  /** Variables that providers refer to and children never see. */
  readonly secretVariables: ReadonlySet<string>
  /** `shell.env_passthrough`: variables that children get all the same. */
  readonly passthrough: readonly string[]
  /** What this session has read, by real path: the SHA-256 of the bytes then. Read-before-edit hangs on it. */
  readonly seen: FileMemory
  /**
   * To be called with the file's lock held, right before the file at this real path becomes `after`: keeps what it was. Rejects when
   * that cannot be kept; then do not write.
   */
  beforeChange(realPath: string, after: Uint8Array): Promise<void>
  /** Puts a program that the model chose into the system's sandbox, where one is set. `ToolFailure` where it must be and cannot. */
  confine(program: Program): Promise<Program>
  /** Until the turn ends these hold beside the person's own rules, which come before them. */
  followRules(rules: TurnRules): void
  /** A shell line that the call brings with it, seen through as a call of `bash` of the model's own. Undefined: no turn runs. */
  readonly runShell: RunShell | undefined
  /** Takes providers' keys out of a text. The caller does so with results; a tool does with what it writes or shows on the way. */
  redact(text: string): string
  /** Live tail for the window, and how far the call has come; merged and bounded by the caller. */
  progress(text: string, at?: ProgressMark): void
}

export interface ProgressMark {
  readonly progress: number
  /** Undefined: nobody knows. */
  readonly total: number | undefined
}

/** A program about to be started. */
export type Program = Pick<ProcessSpec, 'command' | 'args' | 'cwd' | 'env'>

/** Whoever sits at the window. Waits as long as they need; rejects with the signal's reason when the turn stops. */
export interface Person {
  choose(questions: readonly Question[]): Promise<Extract<QuestionAnswer, { kind: 'choices' }>>
  /** Shows a plan. An acceptance has left plan mode when this answers. */
  review(plan: string): Promise<Extract<QuestionAnswer, { kind: 'plan' }>>
  /** What an MCP server wants to know. An abort takes the question back and rejects with its reason. */
  answer<K extends ServerQuestion['kind']>(
    question: Extract<ServerQuestion, { kind: K }>,
    signal: AbortSignal,
  ): Promise<Extract<QuestionAnswer, { kind: K }>>
}

type Unasked<Q> = Q extends PendingQuestion ? Omit<Q, 'questionId' | 'toolCallId' | 'agentId'> : never
/** A question of an MCP server, before it is put to anybody. */
export type ServerQuestion = Unasked<Extract<PendingQuestion, { kind: 'form' | 'link' | 'sampling' | 'sampled' }>>

/** Content hashes of files as the session last read or wrote them. */
export interface FileMemory {
  get(realPath: string): string | undefined
  set(realPath: string, sha256: string): void
}
