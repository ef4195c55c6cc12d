import { AppError } from '../contract/errors.ts'
import { toAppError } from './app-error.ts'
import { ProviderError } from './types.ts'

/** What a first request goes through, in order. */
export const testSteps = ['key', 'connection', 'access', 'model', 'answer'] as const
export type TestStep = (typeof testSteps)[number]

export interface Explained {
  /** Where it failed. */
  readonly step: TestStep
  readonly error: unknown
}

/** Why a first request failed, more closely than a turn says it: name, certificate, proxy, country. */
export function explain(error: unknown, providerName: string): Explained {
  if (!(error instanceof ProviderError)) return { step: 'key', error }
  const params = { provider: providerName, detail: error.message }
  const code = closerCode(error)
  return { step: stepOf(error), error: code ? new AppError(code, { params, cause: error }) : toAppError(error, providerName) }
}

function closerCode({
  kind,
  message,
  status,
}: ProviderError): 'provider.dns' | 'provider.tls' | 'provider.proxy' | 'provider.region' | undefined {
  if (kind === 'unreachable') {
    if (/\((ENOTFOUND|EAI_\w+)\)/.test(message)) return 'provider.dns'
    if (/\((\w*CERT\w*|UNABLE_TO_\w+|SELF_SIGNED\w*|ERR_TLS\w*|ERR_SSL\w*|EPROTO|\w*ISSUER\w*)\)/.test(message)) return 'provider.tls'
    if (/\(ERR_PROXY\w*\)/.test(message)) return 'provider.proxy'
  }
  if (status === 407) return 'provider.proxy'
  const isRefused = status === 403 || status === 400 || status === 451
  return isRefused &&
    /unsupported_country|country, region|\bregion\b.*(not supported|unsupported)|not available in your (country|region)/i.test(message)
    ? 'provider.region'
    : undefined
}

function stepOf({ kind, status }: ProviderError): TestStep {
  if (kind === 'unreachable' || (kind === 'timeout' && status === undefined) || status === 407) return 'connection'
  if (kind === 'auth' || kind === 'billing' || status === 403 || status === 451) return 'access'
  return kind === 'model_not_found' ? 'model' : 'answer'
}
