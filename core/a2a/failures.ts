import { AppError } from '../contract/errors.ts'

const NETWORK: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** What went wrong with a remote agent, as something a person is told: its own words where it has some. */
export function asTrouble(error: unknown, agent: string): AppError {
  const chain = [...causes(error)]
  const ours = chain.find((one) => one instanceof AppError)
  if (ours) return ours
  const detail = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  return new AppError(chain.some(isNetwork) ? 'a2a.unreachable' : 'a2a.refused', { params: { agent, detail }, cause: error })
}

/** An answer of the other side's, which asking once more does not change. */
export function isAnswer(error: unknown): boolean {
  return [...causes(error)].some((one) => one instanceof AppError || (one instanceof Error && 'reason' in one))
}

function isNetwork(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && NETWORK.has(error.code)
}

function* causes(error: unknown): Generator<unknown> {
  for (let at = error; at !== undefined; at = at instanceof Error ? at.cause : undefined) yield at
}
