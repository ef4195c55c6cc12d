import type { Anthropic } from '@anthropic-ai/sdk/client'
import { countTokens } from '../count-tokens.ts'
import { pick, type JsonObject } from '../json.ts'
import type { Line } from '../line.ts'
import { createMending } from '../mending.ts'
import { assemblerContext, authHeaders, noTimeout, type ProviderDeps } from '../provider-deps.ts'
import { createWebRoute } from '../../platform/index.ts'
import { respond } from '../respond.ts'
import type { Provider, ProviderError } from '../types.ts'
import { createAnthropicAssembler } from './assemble.ts'
import { prepareAnthropic } from './request.ts'

const vendorUrl = 'https://api.anthropic.com'

/** The Messages API: Anthropic itself and gateways that speak like it. */
export function createAnthropic(deps: ProviderDeps): Provider {
  const { config, log } = deps
  const route = createWebRoute(config, deps)
  // The SDK adds /v1 itself; people copy addresses with it.
  const baseURL = (config.baseUrl || vendorUrl).replace(/\/(v1\/?)?$/, '')
  // Once a history is at odds with its thinking it stays so: the turn's later steps ask the same.
  const binding = { dropsUnboundThinking: false, withoutThinking: false }
  return {
    name: config.name,
    protocol: 'anthropic',
    stream(request, signal) {
      const secrets = Object.values(config.headers)
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
            const [{ Anthropic }, key] = await Promise.all([import('@anthropic-ai/sdk/client'), mending.key()])
            if (key) secrets.push(key)
            const body = await mending.fit(prepareAnthropic(request, config.name, { ...binding, media: await mending.media() }))
            return send({ Anthropic, deps, baseURL, key, path: '/v1/messages', body, isDropping: binding.dropsUnboundThinking, line })
          },
          mend: async (error) => (meetBinding(binding, error) ? [] : mending.mend(error)),
          assembler: (response) =>
            createAnthropicAssembler(assemblerContext(deps, { request, requestId: response.headers.get('request-id') })),
        },
        signal,
      )
    },
    countTokens(request, signal) {
      const mending = createMending(deps, { baseUrl: baseURL, request })
      return countTokens({
        deps,
        route,
        baseUrl: baseURL,
        model: request.model,
        signal,
        async open(line) {
          const [{ Anthropic }, key] = await Promise.all([import('@anthropic-ai/sdk/client'), mending.key()])
          const prepared = await mending.fit(prepareAnthropic(request, config.name, { ...binding, media: await mending.media() }))
          const body = pick(prepared, ['model', 'system', 'tools', 'messages', 'thinking'])
          const { dropsUnboundThinking: isDropping } = binding
          return send({ Anthropic, deps, baseURL, key, path: '/v1/messages/count_tokens', body, isDropping, line })
        },
      })
    },
  }
}

interface Sending {
  readonly Anthropic: typeof Anthropic
  readonly deps: ProviderDeps
  readonly baseURL: string
  readonly key: string | undefined
  readonly path: string
  readonly body: JsonObject
  readonly isDropping: boolean
  readonly line: Line
}

function send({ Anthropic, deps: { config }, baseURL, key, path, body, isDropping, line }: Sending): Promise<Response> {
  const client = new Anthropic({
    // Without a key of ours the SDK would look for profiles on the disk and send somewhere else.
    apiKey: key || 'none',
    baseURL,
    fetch: line.fetch,
    maxRetries: 0,
    timeout: noTimeout,
    logLevel: 'off',
    openTelemetry: false,
    defaultHeaders: { ...authHeaders(key, config.auth), ...(isDropping ? { 'anthropic-beta': bindingControls } : {}), ...config.headers },
    defaultQuery: { ...config.query },
  })
  // `post` and not `messages.create`: the body is built and checked by us, and `create` writes warnings to the console.
  return client.post(path, { body, stream: true, signal: line.signal }).asResponse()
}

/** Names the beta that `block_binding` belongs to. */
const bindingControls = 'thinking-binding-controls-2026-08-01'

/**
 * Thinking the vendor takes for another conversation's, or for changed, is met once by asking it to drop the blocks and
 * then once by sending none. True: it is worth sending again.
 */
function meetBinding(binding: { dropsUnboundThinking: boolean; withoutThinking: boolean }, { status, message }: ProviderError): boolean {
  if (status !== 400 || binding.withoutThinking) return false
  const isUnbound = /bound to a different conversation/i.test(message)
  const isChanged = /thinking` blocks? .*cannot be modified|invalid `signature` in `thinking`/i.test(message)
  if (isUnbound && !binding.dropsUnboundThinking) binding.dropsUnboundThinking = true
  else if (isUnbound || isChanged) binding.withoutThinking = true
  else return false
  return true
}
