import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client'
import { AppError } from '../contract/errors.ts'

interface Place {
  /** As the protocol calls it. */
  readonly request: string
  readonly timeoutMs: number
  /** Undefined: a process. */
  readonly url: string | undefined
  readonly tail: string
  readonly redact: (text: string) => string
}

/** Any trouble with a server as something a person and the model can act on. */
export function serverFailure(error: unknown, { request, timeoutMs, url, tail, redact }: Place): AppError {
  const own = ownError(error)
  if (own) return own
  const detail = redact(error instanceof Error ? error.message : String(error)).slice(0, 2_000)
  const status = error instanceof SdkHttpError ? error.status : undefined
  if (error instanceof UnauthorizedError || status === 401 || status === 403) {
    return new AppError('mcp.unauthorized', { params: { status: status ?? 401 }, cause: error })
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    return new AppError('mcp.no_answer', { params: { request, seconds: Math.round(timeoutMs / 100) / 10, detail: tail }, cause: error })
  }
  if (error instanceof ProtocolError || url === undefined) return new AppError('mcp.refused', { params: { request, detail }, cause: error })
  return new AppError('mcp.unreachable', { params: { url: withoutQuery(url), detail }, cause: error })
}

/** Ours, also where the library has wrapped it. */
function ownError(error: unknown): AppError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof AppError) return at
  return undefined
}

/** A query may be a key. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '')
}

/** The server does not speak the older protocol, or does not want to. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ProtocolError
}

/** A session the server has forgotten: the call was never run. */
export function isLostSession(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 404
}

/** No streamable endpoint there; an older server answers so. */
export function isOlderServer(error: unknown): boolean {
  return error instanceof SdkHttpError && [400, 404, 405, 406, 415].includes(error.status)
}
