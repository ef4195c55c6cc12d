import { toWireError, type WireError } from '../contract/errors.ts'
import { ProviderError, toAppError } from '../llm/index.ts'

/** The wire form of whatever ended a turn; a model endpoint's failure has the code `provider.<kind>`. */
export function turnFailure(error: unknown, provider: string): WireError {
  return toWireError(error instanceof ProviderError ? toAppError(error, provider) : error)
}
