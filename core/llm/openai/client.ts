import type { OpenAI } from 'openai/client'
import type { ProviderConfig } from '../../config/types.ts'
import type { Line } from '../line.ts'
import { authHeaders, noTimeout } from '../provider-deps.ts'

export const vendorUrl = 'https://api.openai.com/v1'

interface ClientOptions {
  readonly OpenAI: typeof OpenAI
  readonly config: ProviderConfig
  readonly key: string | undefined
  readonly line: Line
}

/** The SDK as one request needs it: it builds and signs, the line sends and listens. */
export function openAIClient({ OpenAI, config, key, line }: ClientOptions): OpenAI {
  return new OpenAI({
    // Null and not undefined: for undefined the SDK reads keys and accounts from the process's environment.
    apiKey: key || 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    baseURL: config.baseUrl || vendorUrl,
    fetch: line.fetch,
    maxRetries: 0,
    timeout: noTimeout,
    logLevel: 'off',
    defaultHeaders: { ...authHeaders(key, config.auth), ...config.headers },
    defaultQuery: { ...config.query },
  })
}
