import type { OpenAI } from 'openai/client'
import { needsCompletionLimit } from '../facts.ts'
import type { Line } from '../line.ts'
import { assemblerContext, authHeaders, checkKey, noTimeout, type ProviderDeps } from '../provider-deps.ts'
import { respond } from '../respond.ts'
import type { ModelRequest, Provider } from '../types.ts'
import { createOpenAIAssembler } from './assemble.ts'
import { prepareOpenAI } from './request.ts'

const vendorUrl = 'https://api.openai.com/v1'

/** Chat completions: OpenAI itself and every server that speaks like it. */
export function createOpenAI(deps: ProviderDeps): Provider {
  const { config, env, log } = deps
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
          log,
          host: new URL(baseURL).host,
          secrets,
          async open(line) {
            // The keychain and the loading of the SDK do not wait for each other.
            const [{ OpenAI }, key] = await Promise.all([import('openai/client'), deps.resolveKey()])
            checkKey(key)
            if (key) secrets.push(key)
            return send({ OpenAI, deps, baseURL, key, request, line })
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
  readonly OpenAI: typeof OpenAI
  readonly deps: ProviderDeps
  readonly baseURL: string
  readonly key: string | undefined
  readonly request: ModelRequest
  readonly line: Line
}

function send({ OpenAI, deps: { config }, baseURL, key, request, line }: Sending): Promise<Response> {
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
