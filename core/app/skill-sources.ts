import type { Audit } from '../audit/index.ts'
import type { Config } from '../config/types.ts'
import { createInstaller, createSources, usualHosts, type Installer, type Signing } from '../skills/index.ts'
import { createSkillRegistries, type SkillRegistries } from './skill-registries.ts'
import type { CoreOptions, HostPlatform } from './types.ts'

interface Deps {
  readonly config: Config
  readonly platform: HostPlatform
  readonly options: CoreOptions
  /** Made later than this. */
  readonly audit: () => Pick<Audit, 'credentialUsed'>
}

/** Brings skills in from where the person's settings and the policy of the moment let them come from. */
export function createSkillInstaller({ config, platform, options, audit }: Deps): { installer: Installer; registries: SkillRegistries } {
  const policyOf = async () => (await config.load(undefined)).policy
  async function usable(): Promise<readonly string[]> {
    const { hosts: managed = [], onlyManaged = false } = (await policyOf())?.skills ?? {}
    return onlyManaged ? managed : [...usualHosts, ...((await config.settings.get()).skills?.hosts ?? []), ...managed]
  }
  const hosts = options.skillSources?.hosts ?? usable
  const registries = createSkillRegistries({ config, platform, audit, hosts })
  const openSource = createSources({
    env: platform.env,
    temp: platform.paths.temp,
    openRegistry: registries.open,
    onlyRegistries: async () => (await config.settings.get()).skills?.only_registries ?? false,
    async managedBy() {
      const policy = await policyOf()
      return policy?.skills.onlyManaged ? policy.file : undefined
    },
    ...options.skillSources,
    hosts,
  })
  const { version, clock, paths } = platform
  return { installer: createInstaller({ home: paths.home, version, clock, openSource, signing: signingOf(config) }), registries }
}

/** Whose signatures count, by the person's settings of the moment. */
function signingOf(config: Config): () => Promise<Signing> {
  return async () => {
    const { keys = {}, require_signature: isRequired = false } = (await config.settings.get()).skills ?? {}
    return { keys, isRequired }
  }
}
