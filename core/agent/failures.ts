import { errorText } from '../contract/error-texts.ts'
import { toWireError, type WireError } from '../contract/errors.ts'
import { ProviderError } from '../llm/types.ts'

/** A model endpoint's failure as a person reads it: code `provider.<kind>`. */
export function providerFailure(error: ProviderError, provider: string): WireError {
  const code = `provider.${error.kind}`
  const params = {
    provider,
    detail: error.message,
    ...(error.status !== undefined && { status: String(error.status) }),
    ...(error.retryAfterMs !== undefined && { retryAfterMs: String(error.retryAfterMs) }),
  }
  const { what, fix } = errorText(code, params, 'en')
  return { code, message: what, fix, params }
}

/** The wire form of whatever ended a turn. */
export function turnFailure(error: unknown, provider: string): WireError {
  return error instanceof ProviderError ? providerFailure(error, provider) : toWireError(error)
}
