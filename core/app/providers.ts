import { policyRefusal } from '../config/policy/index.ts'
import type { EffectiveConfig, ProviderConfig } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import type { Credentials, KeyUser } from '../credentials/types.ts'
import { createProvider, loadedWindow, modelFacts, type EndpointMemory, type Guards, type ModelFacts, type Provider } from '../llm/index.ts'
import type { Platform } from '../platform/index.ts'

export interface ReadyProvider {
  /** Within its limits and its rests, shared with every other session. */
  readonly provider: Provider
  /** Straight away, whatever the others do: for a test. */
  readonly direct: Provider
  readonly config: ProviderConfig
  readonly facts: ModelFacts
  /** Tokens a server on this machine loaded the model with; undefined: it does not say, or configuration does. */
  readonly loadedWindow: number | undefined
}

/** Providers of the configuration, made ready to be asked. */
export interface Providers {
  /** `AppError('provider.not_found')`. */
  find(effective: EffectiveConfig, name: string): ProviderConfig
  /** The configured default, else the first that could be used. `AppError('provider.none_configured' | 'provider.not_found')`. */
  preferred(effective: EffectiveConfig): ProviderConfig
  /** The model a wish stands for: a role's (`haiku`, `sonnet`, `opus`) where the provider has one, an id as it is, nothing for the provider's own. */
  modelOf(config: ProviderConfig, wish: string | undefined): string
  /** It cannot be reached because the machine has no network. */
  isCutOff(config: ProviderConfig): boolean
  /** Reads the key, once for all requests. `AppError('policy.*' | 'provider.key_*' | 'keychain.*')`. */
  ready(config: ProviderConfig, model: string, user?: KeyUser): Promise<ReadyProvider>
}

interface ProvidersDeps {
  readonly platform: Platform
  readonly credentials: Credentials
  readonly endpoints: EndpointMemory
  readonly guards: Guards
}

export function createProviders({ platform, credentials, endpoints, guards }: ProvidersDeps): Providers {
  const { env, log, systemProxy } = platform
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
    modelOf({ model, roles }, wish) {
      if (!wish) return model
      return wish === 'haiku' || wish === 'sonnet' || wish === 'opus' ? (roles[wish] ?? wish) : wish
    },
    isCutOff: ({ baseUrl }) => platform.isCutOff(new URL(baseUrl === '' ? VENDOR : baseUrl)),
    async ready(config, model, user) {
      const refusal = policyRefusal(config, model)
      if (refusal) throw refusal
      const { contextWindow, maxTokens } = config
      const [resolved, loaded] = await Promise.all([credentials.resolve(config, user), askWindow(config, model)])
      let key = resolved
      const renewKey = async (): Promise<string | undefined> => {
        const renewed = await credentials.renew(config, user)
        key = renewed ?? key
        return renewed
      }
      const direct = createProvider({ config, resolveKey: async () => key, renewKey, endpoints, env, log, systemProxy })
      return {
        provider: guards.guard(direct, config.limits),
        direct,
        config,
        facts: modelFacts(model, { contextWindow: contextWindow ?? loaded, maxTokens }),
        loadedWindow: loaded,
      }
    },
  }
}

/** Stands for whichever of its own addresses a vendor's client takes. */
const VENDOR = 'https://vendor.invalid'

/** Only of models the table does not know: those are what such servers run. */
async function askWindow({ protocol, baseUrl, contextWindow }: ProviderConfig, model: string): Promise<number | undefined> {
  if (protocol !== 'openai' || baseUrl === '' || contextWindow !== undefined || modelFacts(model).capabilities.isKnown) return undefined
  return loadedWindow({ baseUrl, model })
}
