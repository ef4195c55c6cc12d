import { isObject, objectOf, parseJson, stringOf, type JsonObject } from './json.ts'
import { ProviderError, type ProviderErrorKind } from './types.ts'

/** What a vendor said when it refused or gave up, from a status answer or from an error inside a stream. */
export interface VendorFailure {
  /** Undefined for an error inside a stream that began with 200. */
  readonly status: number | undefined
  /** The answer's body, parsed where it was JSON. */
  readonly body: unknown
  readonly headers?: { get(name: string): string | null }
  /** Where it came from: two vendors say "too long" with a bare status. */
  readonly host?: string
}

/** Turns a vendor's failure into ours by status, type and code; texts are read only for what vendors say nowhere else. */
export function classifyFailure({ status, body, headers, host = '' }: VendorFailure): ProviderError {
  const { type, code, message } = readBody(body)
  const kind = isBareOverflow({ status, message, host }) ? 'context_overflow' : kindOf({ status, type, code, message })
  const retryAfterMs = (headers ? readRetryAfterMs(headers) : undefined) ?? (kind === 'rate_limited' ? waitInWords(message) : undefined)
  return new ProviderError(kind, message || type || code || `HTTP ${status ?? 200}`, {
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    retryable: isRetryable({ kind, status, advice: headers?.get('x-should-retry') ?? undefined }),
  })
}

interface Said {
  readonly status: number | undefined
  readonly type: string
  readonly code: string
  readonly message: string
}

function readBody(body: unknown): Omit<Said, 'status'> {
  if (typeof body === 'string') {
    const parsed = parseJson(body)
    if (isObject(parsed)) return readBody(parsed)
    // A proxy's or a server's own page: nothing in it is for the person.
    return { type: '', code: '', message: /^\s*</.test(body) ? '' : body.trim().slice(0, 500) }
  }
  const outer = objectOf(body)
  const error: JsonObject = isObject(outer['error']) ? outer['error'] : outer
  const details = objectOf(error['details'])
  const message = stringOf(error['message']) || stringOf(outer['error']) || stringOf(outer['detail'])
  return {
    type: stringOf(error['type']),
    code: stringOf(details['error_code']) || (typeof error['code'] === 'number' ? String(error['code']) : stringOf(error['code'])),
    message: message.slice(0, 500),
  }
}

function kindOf(said: Said): ProviderErrorKind {
  const { status, type, code, message } = said
  if (isOutOfMoney(said)) return 'billing'
  if (isOverflow(said)) return 'context_overflow'
  const byType = kindByType.get(type) ?? kindByType.get(code)
  if (status === undefined) return byType ?? kindByStatus(Number(code)) ?? 'server'
  if (status === 404) return byType === 'model_not_found' || /\bmodel\b/i.test(message) ? 'model_not_found' : 'bad_request'
  return kindByStatus(status) ?? byType ?? 'protocol'
}

const kindByType: ReadonlyMap<string, ProviderErrorKind> = new Map<string, ProviderErrorKind>([
  ['authentication_error', 'auth'],
  ['permission_error', 'auth'],
  ['invalid_api_key', 'auth'],
  ['billing_error', 'billing'],
  ['rate_limit_error', 'rate_limited'],
  ['rate_limit_exceeded', 'rate_limited'],
  ['overloaded_error', 'overloaded'],
  ['not_found_error', 'model_not_found'],
  ['model_not_found', 'model_not_found'],
  ['invalid_request_error', 'bad_request'],
  ['request_too_large', 'context_overflow'],
  ['timeout_error', 'server'],
  ['api_error', 'server'],
  ['server_error', 'server'],
])

function kindByStatus(status: number): ProviderErrorKind | undefined {
  if (status === 401 || status === 403) return 'auth'
  if (status === 402) return 'billing'
  if (status === 413) return 'context_overflow'
  if (status === 429) return 'rate_limited'
  if (status === 503 || status === 529) return 'overloaded'
  if (status === 408 || status === 409 || status === 499 || (status >= 500 && status < 600)) return 'server'
  if (status >= 300 && status < 500) return 'bad_request'
  return undefined
}

const outOfMoneyCodes: ReadonlySet<string> = new Set([
  'enforced_spend_limit_reached',
  'insufficient_quota',
  'billing_hard_limit_reached',
  'usage_not_included',
  'credit_balance_too_low',
  'quota_exceeded',
])

// Anthropic says an organisation's spend limit and an empty balance with 400 and a text alone.
const outOfMoneyText = /reached your specified API usage limits|credit balance is too low/i

function isOutOfMoney({ type, code, message }: Said): boolean {
  return outOfMoneyCodes.has(code) || outOfMoneyCodes.has(type) || outOfMoneyText.test(message)
}

/** "The prompt is too long" as the vendors and servers word it; most give no code for it. */
const overflowTexts: readonly RegExp[] = [
  /prompt is too long/i,
  /input is too long for requested model/i,
  /exceeds the context window/i,
  /input token count.*exceeds the maximum/i,
  /maximum prompt length is \d+/i,
  /reduce the length of the messages/i,
  /maximum context length (is|of) \d+/i,
  /context length is only \d+ tokens/i,
  /input length.*exceeds.*context length/i,
  /exceeds the limit of \d+/i,
  /exceeds the available context size/i,
  /greater than the context length/i,
  /context window exceeds limit/i,
  /exceeded model token limit/i,
  /too large for model with \d+ maximum context length/i,
  /request entity too large/i,
  /context[_ ]length[_ ]exceeded/i,
  /too many tokens/i,
  /token limit exceeded/i,
]

function isBareOverflow({ status, message, host }: { status: number | undefined; message: string; host: string }): boolean {
  const isBare = message === '' || message === 'status code (no body)'
  return isBare && (status === 400 || status === 413) && /(^|\.)(cerebras\.ai|mistral\.ai)$/.test(host)
}

function isOverflow({ status, code, message }: Said): boolean {
  // A limit of tokens per minute speaks of tokens too, and passes by waiting.
  if (status === 429 || /rate limit|per minute|\bTPM\b/i.test(message)) return false
  return code === 'context_length_exceeded' || overflowTexts.some((text) => text.test(message))
}

const retryableKinds: ReadonlySet<ProviderErrorKind> = new Set([
  'rate_limited',
  'overloaded',
  'server',
  'unreachable',
  'timeout',
  'truncated',
])
const hopelessKinds: ReadonlySet<ProviderErrorKind> = new Set(['auth', 'billing', 'context_overflow', 'model_not_found'])

function isRetryable({ kind, advice }: { kind: ProviderErrorKind; status: number | undefined; advice: string | undefined }): boolean {
  if (advice === 'false') return false
  if (advice === 'true') return !hopelessKinds.has(kind)
  return retryableKinds.has(kind)
}

/** Some say it only in words: "try again in 1.5s". */
function waitInWords(message: string): number | undefined {
  const [, count, unit] = /try again in (\d+(?:\.\d+)?)\s?(ms|s|m)\b/i.exec(message) ?? []
  if (count === undefined) return undefined
  return Math.round(Number(count) * (unit === 'ms' ? 1 : unit === 'm' ? 60_000 : 1000))
}

function readRetryAfterMs(headers: { get(name: string): string | null }): number | undefined {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(ms) && ms >= 0) return ms
  const text = headers.get('retry-after')
  if (text === null || text.trim() === '') return undefined
  const seconds = Number(text)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

/** What a thrown value of the network says, found along its causes; undefined when it is not the network's. */
export function networkError(error: unknown, host: string): ProviderError | undefined {
  const code = networkCode(error)
  if (code === undefined) return undefined
  const isCertificate = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/.test(code)
  return new ProviderError('unreachable', `${host} (${code})`, { retryable: !isCertificate, cause: error })
}

function networkCode(error: unknown): string | undefined {
  const seen = new Set<unknown>()
  for (let current = error; current instanceof Error && !seen.has(current); current = current.cause) {
    seen.add(current)
    const code = 'code' in current ? stringOf(current.code) : ''
    if (networkCodes.test(code)) return code
  }
  return undefined
}

const networkCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|ENOTFOUND|EAI_\w+|ETIMEDOUT|EPIPE|E(HOST|NET)(UNREACH|DOWN)|EADDRNOTAVAIL|EPROTO|HPE_\w+|ERR_(TLS|SSL|SOCKET|STREAM|PROXY)\w*|\w*CERT\w*|UNABLE_TO_\w+)$/
