import { modelFacts, needsCompletionLimit } from '../facts.ts'
import { createMending } from '../mending.ts'
import { assemblerContext, type ProviderDeps } from '../provider-deps.ts'
import { createWebRoute } from '../../platform/index.ts'
import { respond } from '../respond.ts'
import type { Provider } from '../types.ts'
import { createOpenAIAssembler } from './assemble.ts'
import { openAIClient, vendorUrl } from './client.ts'
import { prepareOpenAI } from './request.ts'
import { countChars, silentOverflow } from './silent-overflow.ts'

/** Chat completions: OpenAI itself and every server that speaks like it. */
export function createOpenAI(deps: ProviderDeps): Provider {
  const { config, log } = deps
  const route = createWebRoute(config, deps)
  const baseURL = config.baseUrl || vendorUrl
  const isVendor = new URL(baseURL).hostname === new URL(vendorUrl).hostname
  const outputLimit = (model: string) => (isVendor || needsCompletionLimit(model) ? 'max_completion_tokens' : 'max_tokens')
  return {
    name: config.name,
    protocol: 'openai',
    stream(request, signal) {
      const secrets = Object.values(config.headers)
      let promptChars = 0
      const mending = createMending(deps, { baseUrl: baseURL, request })
      return respond(
        {
          timeouts: config.timeouts,
          route,
          log,
          host: new URL(baseURL).host,
          secrets,
          async open(line) {
            // The keychain and the loading of the SDK do not wait for each other.
            const [{ OpenAI }, key] = await Promise.all([import('openai/client'), mending.key()])
            if (key) secrets.push(key)
            const media = await mending.media()
            const body = await mending.fit(
              prepareOpenAI(request, { provider: config.name, outputLimit: outputLimit(request.model), media }),
            )
            promptChars = isVendor ? 0 : countChars(body)
            return openAIClient({ OpenAI, config, key, line })
              .post('/chat/completions', { body, stream: true, signal: line.signal })
              .asResponse()
          },
          mend: (error) => mending.mend(error),
          assembler: (response) =>
            createOpenAIAssembler({
              ...assemblerContext(deps, { request, requestId: response.headers.get('x-request-id') }),
              checkRead(promptTokens) {
                const able = modelFacts(request.model)
                const trouble = silentOverflow({
                  promptTokens,
                  promptChars,
                  window: able.capabilities.isKnown ? able.contextWindow : undefined,
                })
                if (trouble) throw trouble
              },
            }),
        },
        signal,
      )
    },
  }
}
