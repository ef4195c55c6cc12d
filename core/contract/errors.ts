import { z } from 'zod'
import { errorText, type ErrorCode } from './error-texts.ts'

export const WireError = z.object({
  /** Stable, never translated; new ones may appear. */
  code: z.string(),
  /** English: what happened. */
  message: z.string(),
  /** English: what to do. */
  fix: z.string(),
  /** Values for the texts of `error-texts.ts`, so that a client can say it in its own language. */
  params: z.record(z.string(), z.string()).default({}),
})
export type WireError = z.infer<typeof WireError>

export interface AppErrorOptions {
  params?: Record<string, string | number>
  cause?: unknown
}

/** A failure the caller must know about; crosses the wire as a `WireError`. Never put a secret in `params`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly params: Record<string, string>

  constructor(code: ErrorCode, { params = {}, cause }: AppErrorOptions = {}) {
    super(code, { cause })
    this.name = 'AppError'
    this.code = code
    this.params = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
  }
}

/** The wire form of any thrown value; what is not an `AppError` is a bug and reads as `internal`. */
export function toWireError(error: unknown): WireError {
  if (error instanceof AppError) return wireError(error.code, error.params)
  return wireError('internal', { detail: error instanceof Error ? error.message : String(error) })
}

/** The same with `redact` applied to every word a person may copy into a report. */
export function redactedError({ code, message, fix, params }: WireError, redact: (text: string) => string): WireError {
  const kept = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, redact(value)]))
  return { code, message: redact(message), fix: redact(fix), params: kept }
}

/** A `WireError` with its English texts. */
export function wireError(code: ErrorCode, params: Record<string, string> = {}): WireError {
  const { what, fix } = errorText(code, params, 'en')
  return { code, message: what, fix, params }
}
