import type { OpenAI } from 'openai/client'
import { needsCompletionLimit } from '../facts.ts'
import type { Line } from '../line.ts'
import { assemblerContext, checkKey, type ProviderDeps } from '../provider-deps.ts'
import { respond } from '../respond.ts'
import type { ModelRequest, Provider } from '../types.ts'
import { createOpenAIAssembler } from './assemble.ts'
import { openAIClient, vendorUrl } from './client.ts'
import { prepareOpenAI } from './request.ts'

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
  const body = prepareOpenAI(request, {
    provider: config.name,
    outputLimit: isVendor || needsCompletionLimit(request.model) ? 'max_completion_tokens' : 'max_tokens',
  })
  return openAIClient({ OpenAI, config, key, line }).post('/chat/completions', { body, stream: true, signal: line.signal }).asResponse()
}
