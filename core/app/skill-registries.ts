import { AppError, toWireError, type WireError } from '../contract/errors.ts'
import type { FoundSkill, RegistryInfo, SkillRegistry } from '../contract/skill-registries.ts'
import type { Config } from '../config/types.ts'
import type { Audit } from '../audit/index.ts'
import { createRegistries, listSkills, registryPlace, type OpenRegistry } from '../skills/index.ts'
import type { HostPlatform } from './types.ts'

interface Deps {
  readonly config: Config
  readonly platform: HostPlatform
  readonly audit: () => Pick<Audit, 'credentialUsed'>
  /** Beside its own host a registry may lead to these. */
  readonly hosts: () => Promise<readonly string[]>
}

/** Places of many skills that the person's settings and the policy name. */
export interface SkillRegistries {
  readonly open: OpenRegistry
  /** The policy's first. */
  list(): Promise<RegistryInfo[]>
  /** `secret` goes into the keychain. `AppError('install.registry_exists' | 'install.registry_url' | 'install.registry_token' | 'config.*' | 'keychain.unavailable')`. */
  add(registry: SkillRegistry, secret?: string): Promise<void>
  /** With its token. Answers why the keychain could not be asked: it may hold one still. `AppError('install.registry_unknown' | 'config.*')`. */
  remove(name: string): Promise<AppError | undefined>
  search(word: string, signal: AbortSignal): Promise<{ skills: FoundSkill[]; problems: WireError[] }>
}

/** Of one search. */
const MAX_FOUND = 1_000

export function createSkillRegistries({ config, platform, audit, hosts }: Deps): SkillRegistries {
  const { keychain, redactor, env, paths } = platform
  const policyOf = async () => (await config.load(undefined)).policy

  async function list(): Promise<(SkillRegistry & { isManaged: boolean })[]> {
    const { registries: managed = [], onlyManaged = false } = (await policyOf())?.skills ?? {}
    const own = onlyManaged ? [] : ((await config.settings.get()).skills?.registries ?? [])
    const all = [...managed.map((one) => ({ ...one, isManaged: true })), ...own.map((one) => ({ ...one, isManaged: false }))]
    return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index)
  }
  async function find(name: string): Promise<SkillRegistry> {
    const found = (await list()).find((one) => one.name === name)
    if (found) return found
    const policy = await policyOf()
    if (policy?.skills.onlyManaged) throw new AppError('policy.skills', { params: { file: policy.file, source: name } })
    throw new AppError('install.registry_unknown', { params: { name } })
  }
  async function token(name: string): Promise<string> {
    const secret = usableToken(name, await keychain.get(accountOf(name)))
    redactor.addKey(secret)
    audit().credentialUsed({ account: accountOf(name), from: 'stored', projectRoot: '', sessionId: '' })
    return secret
  }
  const open = createRegistries({ env, temp: paths.temp, hosts, find, token })

  async function listOf(name: string, signal: AbortSignal): Promise<FoundSkill[]> {
    const tree = await open({ name }, signal)
    try {
      const skills = await listSkills(tree, signal)
      return skills.map((skill) => ({ source: `${name}:${skill.name}`, registry: name, description: skill.description }))
    } finally {
      await tree.close()
    }
  }
  return {
    open,
    list: async () => (await list()).map(({ name, url, token: from = 'none', isManaged }) => ({ name, url, token: from, isManaged })),
    async add({ name, url, token: from }, secret) {
      const registry: SkillRegistry = { name, url, token: secret === undefined ? from : 'keychain' }
      registryPlace(registry)
      if ((await list()).some((one) => one.name === name)) throw new AppError('install.registry_exists', { params: { name } })
      if (secret === undefined) return config.addRegistry(registry)
      const usable = usableToken(name, secret)
      redactor.addKey(usable)
      await keychain.set(accountOf(name), usable)
      try {
        await config.addRegistry(registry)
      } catch (error) {
        // A token of nothing stays nowhere.
        await keychain.delete(accountOf(name))
        throw error
      }
    },
    async remove(name) {
      const known = (await list()).find((one) => one.name === name)
      await config.removeRegistry(name)
      if (known?.token !== 'keychain') return undefined
      try {
        // Whatever is called so next is another place, and must not be sent it.
        await keychain.delete(accountOf(name))
        return undefined
      } catch (error) {
        if (error instanceof AppError && error.code === 'keychain.unavailable') return error
        throw error
      }
    },
    async search(word, signal) {
      const skills: FoundSkill[] = []
      const problems: WireError[] = []
      const wanted = word.trim().toLowerCase()
      for (const { name } of await list()) {
        try {
          const all = await listOf(name, signal)
          skills.push(...all.filter(({ source, description }) => `${source}\n${description}`.toLowerCase().includes(wanted)))
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          problems.push(toWireError(error))
        }
      }
      return { skills: skills.slice(0, MAX_FOUND), problems }
    },
  }
}

function accountOf(name: string): string {
  return `registry:${name}`
}

/** Anything else cannot stand in a header. */
function usableToken(name: string, secret: string | undefined): string {
  const trimmed = secret?.trim() ?? ''
  if (!/^[\x21-\x7e]+$/.test(trimmed)) throw new AppError('install.registry_token', { params: { name } })
  return trimmed
}
