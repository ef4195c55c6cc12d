import type { Line } from '../line.ts'
import { assemblerContext, checkKey, type ProviderDeps } from '../provider-deps.ts'
import { respond } from '../respond.ts'
import type { ModelRequest, Provider } from '../types.ts'
import { createAnthropicAssembler } from './assemble.ts'
import { prepareAnthropic } from './request.ts'

const vendorUrl = 'https://api.anthropic.com'

/** The Messages API: Anthropic itself and gateways that speak like it. */
export function createAnthropic(deps: ProviderDeps): Provider {
  const { config, env } = deps
  // The SDK adds /v1 itself; people copy addresses with it.
  const baseURL = (config.baseUrl || vendorUrl).replace(/\/(v1\/?)?$/, '')
  return {
    name: config.name,
    protocol: 'anthropic',
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
            createAnthropicAssembler(assemblerContext(deps, { request, requestId: response.headers.get('request-id') })),
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
  const { Anthropic } = await import('@anthropic-ai/sdk/client')
  const client = new Anthropic({
    // Without a key of ours the SDK would look for profiles on the disk and send somewhere else.
    apiKey: key || 'none',
    baseURL,
    fetch: line.fetch,
    maxRetries: 0,
    timeout: noTimeout,
    logLevel: 'off',
    openTelemetry: false,
    defaultHeaders: { ...authHeaders(key, config.auth), ...config.headers },
    defaultQuery: { ...config.query },
  })
  // `post` and not `messages.create`: the body is built and checked by us, and `create` writes warnings to the console.
  return client.post('/v1/messages', { body: prepareAnthropic(request, config.name), stream: true, signal: line.signal }).asResponse()
}

// The SDK's timer holds 32 bits of milliseconds; the limits are the line's.
const noTimeout = 2 ** 31 - 1

/** What stands in place of the SDK's own bearer header. */
function authHeaders(key: string | undefined, auth: ProviderDeps['config']['auth']): Record<string, string | null> {
  if (!key) return { authorization: null }
  if (auth === undefined || auth === 'bearer') return {}
  return { authorization: null, [auth]: key }
}
