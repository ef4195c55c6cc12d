import type { EffectiveConfig, ProviderConfig } from '../../config/types.ts'
import { AppError, toWireError, type WireError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { Caller } from '../../contract/method.ts'
import type { KeyState, ProviderInfo, Roles } from '../../contract/providers.ts'
import { keyPlace } from '../../credentials/index.ts'
import { defaultModel, detectOllama, modelFacts } from '../../llm/index.ts'
import { createMcpSecrets } from '../mcp-secrets.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'
import { testProvider } from '../test-provider.ts'

const standardKeys = [
  { variable: 'ANTHROPIC_API_KEY', protocol: 'anthropic' },
  { variable: 'OPENAI_API_KEY', protocol: 'openai' },
] as const

export function providerHandlers(services: Services): RpcHandlers['providers'] {
  const { config, credentials, providers, platform } = services
  const load = (caller: Caller): Promise<EffectiveConfig> =>
    config.load(caller.projectId === undefined ? undefined : projectOf(services, caller).path)

  return {
    async list(_, { caller }) {
      const effective = await load(caller)
      const preferred = preferredName(services, effective)
      return {
        providers: await Promise.all(effective.providers.map((provider) => describe(services, provider, provider.name === preferred))),
        problems: [...effective.problems, ...effective.notices].map(toWireError),
      }
    },
    async detect(_, { signal }) {
      const [ollama, problem] = await Promise.all([detectOllama({ env: platform.env, signal }), platform.keychain.problem()])
      return {
        environment: standardKeys.flatMap(({ variable, protocol }) => {
          const value = platform.env[variable]
          return value ? [{ variable, protocol, last4: lastFour(value), model: defaultModel(protocol) }] : []
        }),
        ollama: ollama && { url: ollama.url, models: [...ollama.models] },
        keychain: {
          available: problem === undefined,
          backend: platform.keychain.backend,
          ...(problem !== undefined && { problem: keychainProblem(platform.keychain.backend, problem) }),
        },
      }
    },
    async add({ name, protocol, baseUrl, model, key, keyStore, keyVariable, makeDefault }, { caller }) {
      // The key first: an entry whose key could not be kept would only fail later.
      if (key !== undefined) await credentials.set(name, key, keyStore)
      const apiKey = keyReference(name, { hasKey: key !== undefined, keyVariable, protocol })
      const entry = { name, protocol, base_url: baseUrl, model, ...(apiKey !== undefined && { api_key: apiKey }) }
      try {
        await config.addProvider(entry, { makeDefault })
      } catch (error) {
        if (key !== undefined && !(await load(caller)).providers.some((provider) => provider.name === name)) await credentials.delete(name)
        throw error
      }
      services.announce({ type: 'providers.changed' })
      return { name }
    },
    async update({ name, baseUrl, roles, ...rest }) {
      const given = { ...rest, ...(baseUrl !== undefined && { base_url: baseUrl }) }
      await config.updateProvider(name, {
        ...Object.fromEntries(Object.entries(given).map(([key, value]) => [key, value.trim() || undefined])),
        ...(roles && { roles: namedRoles(roles) }),
      })
      services.announce({ type: 'providers.changed' })
      return {}
    },
    async reorder({ names }) {
      await config.reorderProviders(names)
      services.announce({ type: 'providers.changed' })
      return {}
    },
    async remove({ name }) {
      await config.removeProvider(name)
      services.announce({ type: 'providers.changed' })
      return {}
    },
    async setDefault({ name, model }) {
      await config.setDefaultProvider(name, model)
      services.announce({ type: 'providers.changed' })
      return {}
    },
    async test({ name }, { caller, signal }) {
      return testProvider(providers.find(await load(caller), name), { providers, clock: platform.clock, signal })
    },
  }
}

export function keyHandlers({ config, credentials, providers, platform, mcp, announce }: Services): RpcHandlers['keys'] {
  const secrets = createMcpSecrets({ keychain: platform.keychain, changed: mcp.secretChanged })
  return {
    async set({ provider: name, value, store }) {
      if (secrets.owns(name)) return secrets.set(name, value, store)
      const provider = providers.find(await config.load(undefined), name)
      const place = keyPlace(provider)
      if ('setBy' in place) throw new AppError('provider.key_unused', { params: { name, setting: place.setBy } })
      await credentials.set(place.storedAs, value, store)
      announce({ type: 'providers.changed' })
      return credentials.state(provider)
    },
    async delete({ provider: name }) {
      if (secrets.owns(name)) return secrets.delete(name)
      // An entry that is gone may have left its key behind.
      const provider = (await config.load(undefined)).providers.find((one) => one.name === name)
      const place = provider && keyPlace(provider)
      const { deleted, unasked } = await credentials.delete(place && 'storedAs' in place ? place.storedAs : name)
      announce({ type: 'providers.changed' })
      return { deleted, ...(unasked && { problem: toWireError(unasked) }) }
    },
  }
}

async function describe({ credentials, platform }: Services, provider: ProviderConfig, isDefault: boolean): Promise<ProviderInfo> {
  const { name, protocol, baseUrl, model, source, contextWindow, roles, fallback = '' } = provider
  const facts = modelFacts(model, { contextWindow })
  const key = await credentials.state(provider)
  return {
    name,
    protocol,
    baseUrl,
    model,
    isDefault,
    key,
    source,
    contextWindow: facts.contextWindow,
    efforts: Object.fromEntries([model, ...Object.values(roles)].map((each) => [each, [...modelFacts(each).capabilities.effort]])),
    prices: facts.prices,
    roles,
    fallback,
    ...(provider.proxy !== undefined && { proxy: withoutPassword(provider.proxy) }),
    ...(provider.caFile !== undefined && { caFile: provider.caFile }),
    ...(key.state === 'missing' && { problem: toWireError(keyMissing(key, { name, backend: platform.keychain.backend })) }),
  }
}

/** A proxy may be written with a name and a password; what is no address at all may hold them too. */
function withoutPassword(proxy: string): string {
  if (!URL.canParse(proxy)) return '…'
  const { protocol, host } = new URL(proxy)
  return `${protocol}//${host}`
}

/** Undefined: none is left, so the setting goes. */
function namedRoles(roles: Roles): Roles | undefined {
  const named = Object.entries(roles).flatMap(([role, model]) => (model.trim() ? [[role, model.trim()]] : []))
  return named.length > 0 ? Object.fromEntries(named) : undefined
}

function keyMissing({ source, name: place }: KeyState, { name, backend }: { name: string; backend: string }): AppError {
  if (source === 'environment') return new AppError('provider.key_variable', { params: { name, variable: place } })
  return new AppError('provider.key_missing', { params: { name, backend, account: place } })
}

function preferredName({ providers }: Services, effective: EffectiveConfig): string | undefined {
  try {
    return providers.preferred(effective).name
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** What `api_key` says in the file; undefined: the keychain entry called like the provider. */
function keyReference(
  name: string,
  { hasKey, keyVariable, protocol }: { hasKey: boolean; keyVariable: string | undefined; protocol: ProviderConfig['protocol'] },
): string | undefined {
  if (keyVariable !== undefined) return `\${${keyVariable}}`
  if (hasKey) return `keychain:${name}`
  return protocol === 'demo' ? undefined : 'none'
}

function keychainProblem(backend: string, detail: string): WireError {
  return toWireError(new AppError('keychain.unavailable', { params: { backend, detail } }))
}

function lastFour(value: string): string {
  // Of a short value four characters are too much to show.
  return value.length >= 12 ? value.slice(-4) : ''
}
