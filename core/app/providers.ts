import type { EffectiveConfig, ProviderConfig } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import type { Credentials } from '../credentials/types.ts'
import { createProvider, modelFacts, type ModelFacts, type Provider } from '../llm/index.ts'
import type { Platform } from '../platform/index.ts'

export interface ReadyProvider {
  readonly provider: Provider
  readonly config: ProviderConfig
  readonly facts: ModelFacts
}

/** Providers of the configuration, made ready to be asked. */
export interface Providers {
  /** `AppError('provider.not_found')`. */
  find(effective: EffectiveConfig, name: string): ProviderConfig
  /** The configured default, else the first that could be used. `AppError('provider.none_configured' | 'provider.not_found')`. */
  preferred(effective: EffectiveConfig): ProviderConfig
  /** Reads the key, once for all requests. `AppError('provider.key_*' | 'keychain.*')`. */
  ready(config: ProviderConfig, model: string): Promise<ReadyProvider>
}

export function createProviders({ platform, credentials }: { platform: Platform; credentials: Credentials }): Providers {
  const { env, log } = platform
  const find: Providers['find'] = ({ providers }, name) => {
    const found = providers.find((provider) => provider.name === name)
    if (!found) throw new AppError('provider.not_found', { params: { name } })
    return found
  }
  return {
    find,
    preferred(effective) {
      if (effective.defaultProvider !== undefined) return find(effective, effective.defaultProvider)
      // The demo is no model: it answers only when it is asked for.
      const first = effective.providers.find(({ protocol }) => protocol !== 'demo')
      if (!first) throw new AppError('provider.none_configured')
      return first
    },
    async ready(config, model) {
      const { contextWindow, maxTokens } = config
      const key = await credentials.resolve(config)
      const provider = createProvider({ config, resolveKey: async () => key, env, log })
      return { provider, config, facts: modelFacts(model, { contextWindow, maxTokens }) }
    },
  }
}
