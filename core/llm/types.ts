import type { Message, RawBlocks } from '../contract/messages.ts'
import type { Effort, Usage } from '../contract/common.ts'

/** One model endpoint, whatever its wire protocol. */
export interface Provider {
  readonly name: string
  readonly protocol: 'anthropic' | 'openai' | 'openai-responses' | 'demo' | 'a2a'
  /**
   * One request. `done` and `error` exclude each other and end the stream; aborting `signal` ends it without either.
   * An abandoned iterator frees its socket. Only what `resolveKey` throws, or a bug, is thrown.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<StreamEvent>
  /** Tokens of the prompt as the vendor counts them, free of charge; undefined when it does not say. Absent where no vendor does. Never rejects. */
  countTokens?(request: ModelRequest, signal: AbortSignal): Promise<number | undefined>
}

/** What configuration says of a provider's requests. Each is sent only where the model takes it. */
export interface ModelSettings {
  /** Undefined: the vendor's own choice. `budget` in tokens, below `maxTokens`. */
  readonly thinking?: boolean | { readonly budget: number } | undefined
  readonly effort?: Effort | undefined
  readonly temperature?: number | undefined
  readonly topP?: number | undefined
  readonly seed?: number | undefined
  readonly stop?: readonly string[] | undefined
  /** How long the vendor keeps cached prefixes. */
  readonly cacheTtl?: '5m' | '1h' | undefined
}

export interface ModelRequest extends ModelSettings {
  readonly model: string
  /** Both parts are built when the epoch opens and sent unchanged until it closes. */
  readonly system: { readonly stable: string; readonly environment: string }
  readonly tools: readonly ToolSpec[]
  /** Endings are skipped; `prepare()` makes whatever history it is given valid for the protocol. */
  readonly messages: readonly Message[]
  /** Where the bytes of images and documents in `messages` are, in base64; absent: they are told of in words. */
  readonly blobs?: ((blobId: string) => Promise<string | undefined>) | undefined
  readonly maxTokens: number
  /** A further try of a step that nothing else can take over: it goes out although its own failures made the provider rest. */
  readonly insists?: boolean
}

export interface ToolSpec {
  readonly name: string
  readonly description: string
  /** JSON Schema, passed through whole. */
  readonly inputSchema: Readonly<Record<string, unknown>>
}

export type StreamEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  /** Arguments of a call are streaming; `bytes` so far. At most as often as the wire brings pieces. */
  | {
      readonly type: 'tool_preparing'
      readonly toolCallId: string
      readonly name: string
      readonly bytes: number
      readonly argumentsSoFar: string
    }
  /** Totals of this request so far: the last one counts. `inputTokens` leaves out what the cache gave or took. */
  | { readonly type: 'usage'; readonly usage: Usage }
  /** Once, complete, in the model's order. */
  | { readonly type: 'tool_calls'; readonly calls: readonly ModelCall[] }
  /** Something was left out of the request because the endpoint refuses it; the code is one of `error-texts`. */
  | { readonly type: 'notice'; readonly code: 'provider.schema_changed'; readonly params: Readonly<Record<string, string>> }
  | {
      readonly type: 'done'
      readonly stopReason: ModelStop
      readonly raw: RawBlocks | undefined
      readonly requestId?: string
      /** Why the model refused, where the vendor says so. */
      readonly refusal?: { readonly category: string; readonly explanation: string }
    }
  | { readonly type: 'error'; readonly error: ProviderError }

export interface ModelCall {
  readonly toolCallId: string
  readonly name: string
  /** The arguments as sent; empty text means `{}`. */
  readonly argumentsText: string
}

export type ModelStop =
  'end_turn' | 'tool_use' | 'max_tokens' | 'stop_sequence' | 'pause_turn' | 'refusal' | 'content_filter' | 'context_window'

export type ProviderErrorKind =
  | 'auth'
  | 'billing'
  | 'rate_limited'
  | 'overloaded'
  | 'context_overflow'
  | 'model_not_found'
  | 'bad_request'
  | 'server'
  | 'unreachable'
  /** Left alone after a row of failures; `retryAfterMs` says for how long. */
  | 'resting'
  | 'timeout'
  | 'truncated'
  | 'protocol'

/** Provider trouble: the agent retries, falls back or ends the turn with `provider.<kind>`. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  readonly status: number | undefined
  readonly retryAfterMs: number | undefined
  readonly retryable: boolean

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: { status?: number; retryAfterMs?: number; retryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ProviderError'
    this.kind = kind
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs
    this.retryable = options.retryable ?? false
  }
}

export type ThinkingForm = 'adaptive' | 'enabled' | 'disabled'

/** What a model takes. Of a model that is not in the table nothing is known: then what a person configured is tried. */
export interface ModelCapabilities {
  readonly isKnown: boolean
  /** Forms of Anthropic's thinking field. */
  readonly thinking: readonly ThinkingForm[]
  /** What it thinks comes empty unless it is asked for. */
  readonly needsDisplay: boolean
  readonly effort: readonly Effort[]
  /** Takes temperature and top_p. */
  readonly sampling: boolean
  /** An OpenAI model that thinks before it answers. */
  readonly reasoning: boolean
  /** The field compatible servers switch thinking with. */
  readonly toggle: string | undefined
  readonly images: boolean
  readonly pdf: boolean
  readonly forcedToolChoice: boolean
  /** Tokens; shorter prefixes are not cached, without a word. */
  readonly minCacheTokens: number | undefined
}

/** What the model table (and configuration) says of a model. */
export interface ModelFacts {
  readonly contextWindow: number
  readonly maxOutput: number
  readonly capabilities: ModelCapabilities
  /** US dollars per million tokens; null when not known. */
  readonly prices: { readonly input: number; readonly output: number; readonly cacheRead: number; readonly cacheWrite: number } | null
}
