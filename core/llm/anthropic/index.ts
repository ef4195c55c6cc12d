import type { Anthropic } from '@anthropic-ai/sdk/client'
import type { Line } from '../line.ts'
import { assemblerContext, authHeaders, checkKey, noTimeout, type ProviderDeps } from '../provider-deps.ts'
import { respond } from '../respond.ts'
import type { ModelRequest, Provider } from '../types.ts'
import { createAnthropicAssembler } from './assemble.ts'
import { prepareAnthropic } from './request.ts'

const vendorUrl = 'https://api.anthropic.com'

/** The Messages API: Anthropic itself and gateways that speak like it. */
export function createAnthropic(deps: ProviderDeps): Provider {
  const { config, env, log } = deps
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
          log,
          host: new URL(baseURL).host,
          secrets,
          async open(line) {
            // The keychain and the loading of the SDK do not wait for each other.
            const [{ Anthropic }, key] = await Promise.all([import('@anthropic-ai/sdk/client'), deps.resolveKey()])
            checkKey(key)
            if (key) secrets.push(key)
            return send({ Anthropic, deps, baseURL, key, request, line })
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
  readonly Anthropic: typeof Anthropic
  readonly deps: ProviderDeps
  readonly baseURL: string
  readonly key: string | undefined
  readonly request: ModelRequest
  readonly line: Line
}

function send({ Anthropic, deps: { config }, baseURL, key, request, line }: Sending): Promise<Response> {
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
