import { AppError } from '../../contract/errors.ts'

/** Something about the sign-in is wrong, and trying again would not mend it. */
export function refused(detail: string, cause?: unknown): AppError {
  return new AppError('mcp.sign_in_refused', { params: { detail }, cause })
}

/** Out of order for now: nothing that is kept is given up for it. */
export function unavailable(detail: string, cause?: unknown): AppError {
  const reason = cause instanceof Error ? `${detail}: ${cause.message}` : detail
  return new AppError('mcp.sign_in_unavailable', { params: { detail: reason }, cause })
}

export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
