import { reasons } from '../facts.ts'
import { openAIClient, vendorUrl } from '../openai/client.ts'
import { assemblerContext, checkKey, type ProviderDeps } from '../provider-deps.ts'
import { respond } from '../respond.ts'
import type { Provider } from '../types.ts'
import { createResponsesAssembler } from './assemble.ts'
import { prepareResponses } from './request.ts'

/** The Responses API: OpenAI's own and servers that speak like it. Nothing is stored there. */
export function createResponses(deps: ProviderDeps): Provider {
  const { config, env, log } = deps
  return {
    name: config.name,
    protocol: 'openai-responses',
    stream(request, signal) {
      const secrets = Object.values(config.headers)
      return respond(
        {
          timeouts: config.timeouts,
          env,
          log,
          host: new URL(config.baseUrl || vendorUrl).host,
          secrets,
          async open(line) {
            // The keychain and the loading of the SDK do not wait for each other.
            const [{ OpenAI }, key] = await Promise.all([import('openai/client'), deps.resolveKey()])
            checkKey(key)
            if (key) secrets.push(key)
            const body = prepareResponses(request, { provider: config.name, isReasoning: reasons(request.model) })
            const client = openAIClient({ OpenAI, config, key, line })
            return client.post('/responses', { body, stream: true, signal: line.signal }).asResponse()
          },
          assembler: (response) =>
            createResponsesAssembler(assemblerContext(deps, { request, requestId: response.headers.get('x-request-id') })),
        },
        signal,
      )
    },
  }
}
