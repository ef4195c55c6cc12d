import { AppError } from '../../contract/errors.ts'
import type { RegistryForm, SkillRegistry } from '../../contract/skill-registries.ts'
import type { Environment } from '../../platform/index.ts'
import { gitAddress, openGit } from './git.ts'
import { createHostList } from './hosts.ts'
import { createNet } from './net.ts'
import { readSource, type Source } from './source.ts'
import type { SourceTree } from './types.ts'
import { openWellKnown } from './well-known.ts'

interface RegistriesDeps {
  readonly env: Environment
  /** For repositories while they are read. */
  readonly temp: string
  /** Beside its own host a registry may lead to these. */
  readonly hosts: () => Promise<readonly string[]>
  /** The registry of that name. `AppError('install.registry_unknown' | 'policy.skills')`. */
  readonly find: (name: string) => Promise<SkillRegistry>
  /** What is sent to it, and to nobody else. `AppError('install.registry_token')`. */
  readonly token: (name: string) => Promise<string>
}

/** What lies in a registry; `skill`: the one that is wanted of it, in that version. `AppError('install.*')`. */
export type OpenRegistry = (
  wanted: Pick<RegistryForm, 'name' | 'version'> & { readonly skill?: string | undefined },
  signal: AbortSignal,
) => Promise<SourceTree>

/** A token that is shown to one origin. */
export interface Signed {
  readonly origin: string
  readonly token: string
}

export function createRegistries({ env, temp, hosts, find, token }: RegistriesDeps): OpenRegistry {
  return async ({ name, skill, version }, signal) => {
    const registry = await find(name)
    const { source, address } = registryPlace(registry)
    const signed = registry.token === 'keychain' ? { origin: address.origin, token: await token(name) } : undefined
    const list = createHostList([address.host, ...(await hosts())])
    const wanted = { ...(version === undefined ? source : inVersion(source, version)), ...(skill !== undefined && { skill }) }
    try {
      if (wanted.kind === 'git') return await openGit(wanted, { hosts: list, env, temp, signal, signed })
      const net = createNet({ hosts: list, env, signal, signed })
      return await openWellKnown(wanted, net).catch((error: unknown) => {
        net.close()
        throw error
      })
    } catch (error) {
      if (isRefusal(error)) throw new AppError('install.registry_refused', { params: { name }, cause: error })
      throw error
    }
  }
}

interface Place {
  readonly source: Extract<Source, { kind: 'git' | 'well-known' }>
  readonly address: URL
}

/** How a registry is reached. `AppError('install.registry_url')`. */
export function registryPlace({ url, token }: SkillRegistry): Place {
  const read = readSource(url, { cwd: '/', isFile: () => false })
  // GitHub's API takes no token from here; git takes one, and the person's own sign-in.
  const source =
    read.kind === 'github' ? ({ kind: 'git', url: `https://github.com/${read.owner}/${read.repo}.git`, at: read.at } as const) : read
  if (source.kind !== 'git' && source.kind !== 'well-known') throw new AppError('install.registry_url', { params: { url } })
  const address = source.kind === 'git' ? gitAddress(source.url) : source.url
  const isWeb = address.protocol === 'https:' || address.protocol === 'http:'
  if (token === 'keychain' && !isWeb) throw new AppError('install.registry_url', { params: { url } })
  return { source, address }
}

/** A version stands for the branch that the registry's address may name; a folder it names stays. */
function inVersion(source: Place['source'], version: string): Place['source'] {
  if (source.kind === 'well-known') return { ...source, version }
  const folder = source.at.kind === 'path' ? source.at.path.split('/') : []
  return { ...source, at: { kind: 'ref-and-path', parts: [...version.split('/'), ...folder] } }
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  if (error.code === 'install.refused') return true
  // Git's own words, in English whatever the person's language is.
  const said = /Authentication failed|could not read (?:Username|Password)|returned error: 40[13]/
  return error.code === 'install.git_failed' && said.test(String(error.params['detail']))
}
