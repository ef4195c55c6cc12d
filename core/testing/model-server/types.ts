export type Json = Readonly<Record<string, unknown>>

/** What the model does with one request. All parts are optional; they come in the order thinking, text, calls. */
export interface ModelStep {
  readonly thinking?: string
  /** Sent in pieces of seven characters. */
  readonly text?: string
  /** The text in exactly these pieces, instead of `text`. */
  readonly pieces?: readonly string[]
  readonly calls?: readonly ScriptedCall[]
  /** Anthropic: blocks sent whole, before the calls (redacted thinking, the vendor's own tools, blocks nobody knows yet). */
  readonly blocks?: readonly Json[]
  /** Anthropic, with `stop: 'refusal'`: why. */
  readonly stopDetails?: Json
  /** The vendor's own word; without it what fits the step. */
  readonly stop?: string
  /** The answer says nothing of tokens. */
  readonly noUsage?: boolean
  readonly usage?: { readonly input?: number; readonly output?: number; readonly cacheRead?: number; readonly cacheWrite?: number }

  /** Held back until this settles: everything after the first piece of text (without text: after the opening event). */
  readonly gate?: Promise<unknown>
  /** Called before each event is written, with its number from 0; a returned promise holds the stream. */
  readonly before?: (event: number) => Promise<unknown> | undefined
  /** Held back until this settles: the whole answer, headers included. */
  readonly wait?: Promise<unknown>
  /** Never answers, or never ends after its last event. */
  readonly hang?: 'headers' | 'stream'
  /** Ends the answer after this many events. */
  readonly cutAfter?: number
  /** With `cutAfter`: tears the connection down instead of ending it cleanly. */
  readonly destroy?: boolean
  /** Lines end with CR LF; a comment stands before every event. */
  readonly crlf?: boolean
  readonly comments?: boolean
  /** Half an event's JSON, with its blank line, after the content and instead of the end. */
  readonly wrongJson?: boolean
  /** Characters of a call's arguments an event; without it seven. */
  readonly pieceChars?: number
  /** Chat completions: all calls on index 0; id and name with every piece; no `[DONE]`. */
  readonly indexZero?: boolean
  readonly repeatedIds?: boolean
  readonly noDone?: boolean
  /** One byte a write. */
  readonly oneByte?: boolean
  /** An error inside the stream, after the content and instead of the end. */
  readonly error?: { readonly type: string; readonly message: string }
  /** Anything but 200: this is the answer. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown

  /** The request may differ from the conversation so far: a new epoch begins with it. */
  readonly newEpoch?: boolean
  /** The calls may name tools that were not offered. */
  readonly unoffered?: boolean
}

export interface ScriptedCall {
  readonly name: string
  readonly input?: unknown
  /** The arguments as text, instead of `input`: for what is not JSON, and for none at all. */
  readonly raw?: string
  readonly id?: string
}

/** Steps in order, or a function of the request's body and the number of requests answered before. */
export type ModelScript = readonly ModelStep[] | ((body: Json, n: number) => ModelStep | Promise<ModelStep>)

export type ServedProtocol = 'anthropic' | 'openai' | 'openai-responses'

export interface ModelServerOptions {
  readonly protocol: ServedProtocol
  readonly script: ModelScript
  /** Requests without this key get 401. Without it any key is right, and none too. */
  readonly key?: string
  /** Answers `/api/tags` like an Ollama with these models. */
  readonly ollama?: readonly string[]
  /** Counts the tokens of a prompt; without it there is no such path, as at most endpoints. */
  readonly counts?: (body: Json) => number
  /** Tokens its models are loaded with, as `/api/ps` says it. */
  readonly loadedWindow?: number
}

export interface ReceivedRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Json
  readonly raw: string
  /** How the answer's connection ended: after the whole answer, or before. */
  readonly ended: Promise<'finished' | 'aborted'>
}

export interface ModelServer {
  readonly protocol: ServedProtocol
  readonly url: string
  /** What goes into a provider's `base_url`. */
  readonly baseUrl: string
  /** Every request to the model, refused ones included. */
  readonly requests: readonly ReceivedRequest[]
  /** Why requests were refused and steps failed; a test of a working client expects none. */
  readonly refusals: readonly string[]
  /** Resolves once `count` requests have come. */
  received(count: number): Promise<void>
  /** Connections open now. */
  connections(): number
  close(): Promise<void>
}
