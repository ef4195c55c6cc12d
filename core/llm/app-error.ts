import { AppError } from '../contract/errors.ts'
import type { ProviderError } from './types.ts'

/** The form of provider trouble that crosses the wall: what it carries itself, else code `provider.<kind>`. */
export function toAppError(error: ProviderError, providerName: string): AppError {
  if (error.cause instanceof AppError) return error.cause
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
