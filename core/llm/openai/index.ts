import { needsCompletionLimit } from '../facts.ts'
import type { Line } from '../line.ts'
import { assemblerContext, checkKey, type ProviderDeps } from '../provider-deps.ts'
import { respond } from '../respond.ts'
import type { ModelRequest, Provider } from '../types.ts'
import { createOpenAIAssembler } from './assemble.ts'
import { prepareOpenAI } from './request.ts'

const vendorUrl = 'https://api.openai.com/v1'

/** Chat completions: OpenAI itself and every server that speaks like it. */
export function createOpenAI(deps: ProviderDeps): Provider {
  const { config, env } = deps
  const baseURL = config.baseUrl || vendorUrl
  return {
    name: config.name,
    protocol: 'openai',
    stream(request, signal) {
      const secrets = Object.values(config.headers)
      return respond(
        {
          timeouts: config.timeouts,
          env,
          host: new URL(baseURL).host,
          secrets,
          async open(line) {
            const key = await deps.resolveKey()
            checkKey(key)
            if (key) secrets.push(key)
            return send({ deps, baseURL, key, request, line })
          },
          assembler: (response) =>
            createOpenAIAssembler(assemblerContext(deps, { request, requestId: response.headers.get('x-request-id') })),
        },
        signal,
      )
    },
  }
}

interface Sending {
  readonly deps: ProviderDeps
  readonly baseURL: string
  readonly key: string | undefined
  readonly request: ModelRequest
  readonly line: Line
}

async function send({ deps: { config }, baseURL, key, request, line }: Sending): Promise<Response> {
  const { OpenAI } = await import('openai/client')
  const isVendor = new URL(baseURL).hostname === new URL(vendorUrl).hostname
  const client = new OpenAI({
    // Null and not undefined: for undefined the SDK reads keys and accounts from the process's environment.
    apiKey: key || 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    baseURL,
    fetch: line.fetch,
    maxRetries: 0,
    timeout: noTimeout,
    logLevel: 'off',
    defaultHeaders: { ...authHeaders(key, config.auth), ...config.headers },
    defaultQuery: { ...config.query },
  })
  const body = prepareOpenAI(request, {
    provider: config.name,
    outputLimit: isVendor || needsCompletionLimit(request.model) ? 'max_completion_tokens' : 'max_tokens',
  })
  return client.post('/chat/completions', { body, stream: true, signal: line.signal }).asResponse()
}

// The SDK's timer holds 32 bits of milliseconds; the limits are the line's.
const noTimeout = 2 ** 31 - 1

/** What stands in place of the SDK's own bearer header. */
function authHeaders(key: string | undefined, auth: ProviderDeps['config']['auth']): Record<string, string | null> {
  if (!key) return { authorization: null }
  if (auth === undefined || auth === 'bearer') return {}
  return { authorization: null, [auth]: key }
}
