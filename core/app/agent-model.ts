import type { AgentModel, ModelWish } from '../agents/index.ts'
import type { Config, EffectiveConfig, ProviderConfig } from '../config/types.ts'
import { modelFacts } from '../llm/index.ts'
import type { Providers } from './providers.ts'

/** The call's wish, else the definition's, else the parent's model; a wish nobody here knows gives way to the next. */
export function createModelChoice({
  config,
  providers,
}: {
  config: Config
  providers: Providers
}): (wish: ModelWish) => Promise<AgentModel> {
  return async ({ projectRoot, parent, call, definition }) => {
    const effective = await config.load(projectRoot)
    const provider = parent ? providers.find(effective, parent.provider) : providers.preferred(effective)
    const own = parent?.model ?? provider.model
    for (const [wish, from] of [
      [call, 'call'],
      [definition, 'definition'],
    ] as const) {
      const model = wish === undefined || wish === 'inherit' ? undefined : modelBy(wish, { provider, own, effective })
      if (model !== undefined) return { provider: provider.name, model, from }
    }
    return { provider: provider.name, model: own, from: 'parent' }
  }
}

function modelBy(
  wish: string,
  { provider, own, effective }: { provider: ProviderConfig; own: string; effective: EffectiveConfig },
): string | undefined {
  const role = wish.toLowerCase()
  if (role === 'haiku' || role === 'sonnet' || role === 'opus') return provider.roles[role]
  const used = [own, provider.model, ...Object.values(provider.roles)]
  if (used.includes(wish)) return wish
  // Another provider's model is not to be had from this one.
  const isElsewhere = effective.providers.some((other) => other.name !== provider.name && other.model === wish)
  return !isElsewhere && modelFacts(wish).capabilities.isKnown && isOfVendor(wish, provider.protocol) ? wish : undefined
}

function isOfVendor(model: string, protocol: ProviderConfig['protocol']): boolean {
  return model.startsWith('claude') === (protocol === 'anthropic')
}
