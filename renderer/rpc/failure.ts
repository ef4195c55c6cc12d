import { RpcError } from '../../core/contract/client.ts'
import { errorText } from '../../core/contract/error-texts.ts'
import type { WireError } from '../../core/contract/errors.ts'

/** A failed call in the form every error block shows; what the host did not say reads as `internal`. */
export function failureOf(error: unknown): WireError {
  if (error instanceof RpcError) return { code: error.code, message: error.message, fix: error.fix, params: { ...error.params } }
  const params = { detail: error instanceof Error ? error.message : String(error) }
  const { what, fix } = errorText('internal', params, 'en')
  return { code: 'internal', message: what, fix, params }
}
