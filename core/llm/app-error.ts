import { AppError } from '../contract/errors.ts'
import type { ProviderError } from './types.ts'

/** The form of provider trouble that crosses the wall, code `provider.<kind>`. */
export function toAppError(error: ProviderError, providerName: string): AppError {
  return new AppError(`provider.${error.kind}`, {
    params: {
      provider: providerName,
      detail: error.message,
      ...(error.status === undefined ? {} : { status: error.status }),
      ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    },
    cause: error,
  })
}
