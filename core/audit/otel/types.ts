/** Where to send, and how much. */
export interface OtelTarget {
  /** Without `/v1/traces` and the like. */
  readonly endpoint: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Texts of prompts, answers, arguments and results as well; redacted. */
  readonly content?: boolean | undefined
}

/** A try to reach an MCP server, over by `at`, in milliseconds since 1970. */
export interface McpReached {
  readonly server: string
  readonly type: string
  readonly at: number
  readonly durationMs: number
  /** Code of what went wrong. */
  readonly failure: string | undefined
}

type Value = string | number | boolean | undefined
export type Attributes = Readonly<Record<string, Value>>

/** A span that goes on; times are milliseconds since 1970. */
export interface OpenSpan {
  child(name: string, at: number, attributes: Attributes): OpenSpan
  set(attributes: Attributes): void
  /** `failure`: a class of error, never a text. */
  end(at: number, failure?: string): void
}

/** The vendor's SDK behind what is used of it. */
export interface Telemetry {
  /** `traceId`: of the trace that begins with it, 32 hex digits; undefined: any. */
  span(name: string, at: number, attributes: Attributes, traceId?: string): OpenSpan
  count(metric: string, by: number, attributes: Attributes): void
  /** `unit` of UCUM: `s`, `{token}`. */
  record(metric: string, value: number, unit: string, attributes: Attributes): void
  /** Sends what waits, for at most a second. */
  close(): Promise<void>
}
