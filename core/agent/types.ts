import type { Clock } from '../base/clock.ts'
import type { ApprovalOutcome, StopReason, ToolMeta, Usage } from '../contract/common.ts'
import type { WireError } from '../contract/errors.ts'
import type { HookMark } from '../contract/hooks.ts'
import type { SessionEvent } from '../contract/events.ts'
import type { AsideMessage, AssistantMessage, Message, ReminderMessage, ToolCallPart, ToolMessage } from '../contract/messages.ts'
import type { ModelRequest, ModelSettings, Provider, ProviderError } from '../llm/types.ts'
import type { Logger } from '../platform/platform.ts'
import type { Tool, ToolContext, ToolResult } from '../tools/types.ts'

/** An event of the running turn before the session numbers it. */
export type TurnEvent = SessionEvent extends infer E
  ? E extends SessionEvent
    ? Omit<E, 'seq' | 'ts' | 'sessionId' | 'turnId'>
    : never
  : never

/** A model a turn can run on. */
export interface TurnModel {
  readonly provider: Provider
  readonly model: string
  readonly maxTokens: number
  readonly settings: ModelSettings
  readonly maxRetries: number
  readonly contextWindow: number
  /** Tokens; shorter prompts are not cached. */
  readonly minCacheTokens: number
  /** It cannot be reached because the machine has no network. */
  isCutOff(): boolean
  /** US dollars; null when the model's price is not known. */
  costUsd(usage: Usage): number | null
}

/** What the next request is made of. */
export interface Transcript {
  readonly messages: readonly Message[]
  /** What every request of the epoch starts with. */
  readonly request: Pick<ModelRequest, 'system' | 'tools'>
}

export interface StepPlace {
  readonly step: number
  readonly on: TurnModel
  readonly signal: AbortSignal
}

export interface TurnDeps {
  /**
   * The last word before each request: adds what was said meanwhile, closes the epoch where it no longer fits. Stores what it adds.
   * `on`: the model from here on.
   */
  readonly beforeStep: (transcript: Transcript, place: StepPlace) => Promise<Transcript & Pick<StepPlace, 'on'>>
  /** A shorter transcript after the vendor found this one too long; undefined: there is none. Once a step. */
  readonly shorten: (transcript: Transcript, place: StepPlace) => Promise<Transcript | undefined>
  /** The model that takes over from `out`, which failed for good with `error`; undefined: there is none. */
  readonly fallback: (out: TurnModel, error: ProviderError) => Promise<TurnModel | undefined>
  /** A person sees how long a wait is and can cut it short; without one a turn ends where a vendor asks for minutes. */
  readonly isWatched: boolean
  /** The person does not want to wait for the next try any longer; returns its undo. */
  readonly onHurry: (listener: () => void) => () => void
  readonly tools: ReadonlyMap<string, Tool>
  readonly clock: Clock
  readonly log: Logger
  readonly emit: (event: TurnEvent) => void
  /** Stores the message and then tells `events`; on return it survives `kill -9`. */
  readonly record: (message: AssistantMessage | ToolMessage | AsideMessage | ReminderMessage, events: readonly TurnEvent[]) => void
  /** Counts one request's tokens and tells it; gets them without a price. */
  readonly spend: (usage: Usage, step: number, on: TurnModel) => void
  /** Permission and, where it asks, a person. `wish`: what a hook wants of it. */
  readonly decide: (call: RunnableCall, signal: AbortSignal, wish: HookWish | undefined) => Promise<Decision>
  /** Undefined: nobody listens. */
  readonly hooks?: TurnHooks | undefined
  /** Where the bytes of images and documents are. */
  readonly blobs: ModelRequest['blobs']
  /** For the results of one message with so many calls: bounds each before it is stored. Never rejects. */
  readonly boundResults: (calls: number) => BoundResult
  /** Takes providers' keys out of a text. */
  readonly redact: (text: string) => string
  readonly contextFor: (toolCallId: string, signal: AbortSignal, progress: ToolContext['progress']) => ToolContext
}

/** What a hook wants of permission: its word counts as a rule's would, and less than any rule that forbids or asks. */
export interface HookWish {
  readonly decision: 'allow' | 'ask'
  readonly hook: string
  readonly reason: string
}

/** What people's own programs say to a turn. */
export interface TurnHooks {
  /** Before permission. */
  beforeTool(call: RunnableCall, signal: AbortSignal): Promise<BeforeTool>
  /** After a call has run, before its result is told. */
  afterTool(call: RunnableCall, ran: RanTool, signal: AbortSignal): Promise<Pick<BeforeTool, 'marks' | 'stop'>>
  /** The turn is about to end by itself. */
  beforeEnd(end: TurnEnd, at: { readonly iter: number; readonly goneOn: number; readonly signal: AbortSignal }): Promise<AtEnd>
  /** The model could not be reached, for good. */
  failed(error: WireError): void
}

export interface BeforeTool {
  readonly marks: readonly HookMark[]
  /** For the model, in place of the result. */
  readonly block: string | undefined
  /** In place of the call's arguments. */
  readonly updatedInput: Readonly<Record<string, unknown>> | undefined
  readonly wish: HookWish | undefined
  /** The turn is to end with these words. */
  readonly stop: string | undefined
}

export interface RanTool {
  readonly content: ToolResult['content']
  readonly isError: boolean
  readonly durationMs: number
}

export type AtEnd =
  | { readonly kind: 'end' }
  /** `instruction` is for the model. */
  | { readonly kind: 'go_on'; readonly instruction: string }
  /** It ends as `hook_stopped`. */
  | { readonly kind: 'stop' }

type ResultBody = Pick<ToolResult, 'content' | 'meta'>
export type BoundResult = (toolCallId: string, result: ResultBody) => Promise<ResultBody>

export interface TurnInput {
  readonly turnId: string
  readonly on: TurnModel
  /** Up to and with this turn's prompt, or what is stored of it. */
  readonly transcript: Transcript
  /** The turn goes on after the answer of this step, with its calls that have no result. */
  readonly begun?: { readonly step: number; readonly calls: readonly ToolCallPart[] }
  /** Steps after which the turn ends with `max_turns`; undefined: no limit. */
  readonly maxTurns: number | undefined
  /** Rounds of nothing but unknown tools, in a row, after which it ends with `unknown_tools`. */
  readonly unknownRounds: number
  /** Aborted with a `TurnStop`. */
  readonly signal: AbortSignal
}

export interface TurnEnd {
  readonly stopReason: StopReason
  /** What the last step said. */
  readonly text: string
  /** It had said all of it before the turn was stopped. */
  readonly isAnswerWhole?: boolean
  readonly error?: WireError
}

/** The reason a turn's signal is aborted with. */
export class TurnStop extends Error {
  readonly stopReason: 'cancelled' | 'limit' | 'hook_stopped'
  /** Which limit it was, where that is not plain. */
  readonly error: WireError | undefined

  constructor(stopReason: TurnStop['stopReason'], error?: WireError) {
    super(stopReason)
    this.error = error
    this.name = 'TurnStop'
    this.stopReason = stopReason
  }
}

/** A call whose tool is known and whose arguments fit its schema. */
export interface RunnableCall {
  readonly toolCallId: string
  readonly tool: Tool
  /** As the tool's schema reads it. */
  readonly input: unknown
}

export type Decision =
  /** `allowed`: what let it pass. */
  | {
      readonly kind: 'run'
      readonly allowed: NonNullable<ToolMeta['allowed']>
      readonly approval?: ApprovalOutcome
      /** Real paths a write was judged by: it may change these and no others. */
      readonly places?: readonly string[]
      /** What hooks said when a person was to be asked. */
      readonly marks?: readonly HookMark[]
    }
  /** `text` is for the model. */
  | { readonly kind: 'refuse'; readonly text: string; readonly meta: ToolMeta }
  /** The core closes while a person is asked: the call stays without a result, and a later process sees to it. */
  | { readonly kind: 'left' }
  /** The turn was stopped before the call ran. */
  | { readonly kind: 'interrupted'; readonly approval?: ApprovalOutcome }
