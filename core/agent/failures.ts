import { errorText, type ErrorCode } from '../contract/error-texts.ts'
import { toWireError, type WireError } from '../contract/errors.ts'
import type { TurnEvent } from './types.ts'
import { ProviderError, toAppError } from '../llm/index.ts'

/** The wire form of whatever ended a turn; a model endpoint's failure has the code `provider.<kind>`. */
export function turnFailure(error: unknown, provider: string): WireError {
  return toWireError(error instanceof ProviderError ? toAppError(error, provider) : error)
}

/** Something the person is told while the turn goes on. */
export function noticeOf(code: ErrorCode, params: Readonly<Record<string, string>>, level: 'info' | 'warn'): TurnEvent {
  return { type: 'notice', level, code, message: errorText(code, params, 'en').what, params: { ...params } }
}
