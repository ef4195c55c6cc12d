import { countTokens } from '../count-tokens.ts'
import { pick } from '../json.ts'
import { createMending } from '../mending.ts'
import { openAIClient, vendorUrl } from '../openai/client.ts'
import { assemblerContext, type ProviderDeps } from '../provider-deps.ts'
import { createWebRoute } from '../../platform/index.ts'
import { respond } from '../respond.ts'
import type { Provider } from '../types.ts'
import { createResponsesAssembler } from './assemble.ts'
import { prepareResponses } from './request.ts'

/** The Responses API: OpenAI's own and servers that speak like it. Nothing is stored there. */
export function createResponses(deps: ProviderDeps): Provider {
  const { config, log } = deps
  const route = createWebRoute(config, deps)
  return {
    name: config.name,
    protocol: 'openai-responses',
    stream(request, signal) {
      const secrets = Object.values(config.headers)
      const mending = createMending(deps, { baseUrl: config.baseUrl || vendorUrl, request })
      return respond(
        {
          timeouts: config.timeouts,
          route,
          log,
          host: new URL(config.baseUrl || vendorUrl).host,
          secrets,
          async open(line) {
            // The keychain and the loading of the SDK do not wait for each other.
            const [{ OpenAI }, key] = await Promise.all([import('openai/client'), mending.key()])
            if (key) secrets.push(key)
            const body = await mending.fit(prepareResponses(request, { provider: config.name, media: await mending.media() }))
            const client = openAIClient({ OpenAI, config, key, line })
            return client.post('/responses', { body, stream: true, signal: line.signal }).asResponse()
          },
          mend: (error) => mending.mend(error),
          assembler: (response) =>
            createResponsesAssembler(assemblerContext(deps, { request, requestId: response.headers.get('x-request-id') })),
        },
        signal,
      )
    },
    countTokens(request, signal) {
      const baseUrl = config.baseUrl || vendorUrl
      const mending = createMending(deps, { baseUrl, request })
      return countTokens({
        deps,
        route,
        baseUrl,
        model: request.model,
        signal,
        async open(line) {
          const [{ OpenAI }, key] = await Promise.all([import('openai/client'), mending.key()])
          const prepared = await mending.fit(prepareResponses(request, { provider: config.name, media: await mending.media() }))
          const body = pick(prepared, ['model', 'instructions', 'tools', 'input', 'reasoning'])
          return openAIClient({ OpenAI, config, key, line }).post('/responses/input_tokens', { body, signal: line.signal }).asResponse()
        },
      })
    },
  }
}
