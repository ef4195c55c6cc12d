import type { Config } from '../config/types.ts'
import { createSources, usualHosts } from '../skills/index.ts'
import type { CoreOptions, HostPlatform } from './types.ts'

interface Deps {
  readonly config: Config
  readonly platform: HostPlatform
  readonly options: CoreOptions
}

/** Where skills may come from, by the person's settings and the policy of the moment. */
export function createSkillSources({ config, platform, options }: Deps): ReturnType<typeof createSources> {
  const policyOf = async () => (await config.load(undefined)).policy
  return createSources({
    env: platform.env,
    temp: platform.paths.temp,
    async hosts() {
      const { registries = [], onlyManaged = false } = (await policyOf())?.skills ?? {}
      return onlyManaged ? registries : [...usualHosts, ...((await config.settings.get()).skills?.hosts ?? []), ...registries]
    },
    async managedBy() {
      const policy = await policyOf()
      return policy?.skills.onlyManaged ? policy.file : undefined
    },
    ...options.skillSources,
  })
}
