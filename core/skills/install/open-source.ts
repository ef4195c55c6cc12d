import { access } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { readRegistryForm } from '../../contract/skill-registries.ts'
import type { Environment } from '../../platform/index.ts'
import { openArchive } from './archive.ts'
import { openFolderSource } from './folder.ts'
import { openGit } from './git.ts'
import { openGithub, type GithubBases } from './github.ts'
import { createHostList } from './hosts.ts'
import type { OpenSource } from './installer.ts'
import { createNet } from './net.ts'
import type { OpenRegistry } from './registries.ts'
import { readSource, type Source } from './source.ts'
import { openFileAt, openWellKnown } from './well-known.ts'

export interface SourcesDeps {
  readonly env: Environment
  /** For repositories while they are read. */
  readonly temp: string
  /** Hosts that a person lets skills come from. */
  readonly hosts: () => Promise<readonly string[]>
  /** The policy that lets skills come from these hosts alone; undefined: none does. */
  readonly managedBy?: () => Promise<string | undefined>
  readonly github?: GithubBases
  readonly openRegistry?: OpenRegistry
  /** The person lets skills come from registries alone. */
  readonly onlyRegistries?: () => Promise<boolean>
}

const GITHUB: GithubBases = { web: 'https://github.com', api: 'https://api.github.com', raw: 'https://raw.githubusercontent.com' }

/** What lies at any kind of source. `AppError('install.*')`. */
export function createSources({ env, temp, hosts, managedBy, github = GITHUB, openRegistry, onlyRegistries }: SourcesDeps): OpenSource {
  return async (written, { cwd, skill, signal }) => {
    const listed = readRegistryForm(written)
    if (listed && openRegistry) return openRegistry(listed, signal)
    if (await onlyRegistries?.()) throw new AppError('install.only_registries', { params: { source: written } })
    const isThere = await exists(path.resolve(cwd, written.trim()))
    const source = named(readSource(written, { cwd, isFile: () => isThere }), skill)
    const policy = await managedBy?.()
    if (policy !== undefined && (source.kind === 'folder' || source.kind === 'archive'))
      throw new AppError('policy.skills', { params: { file: policy, source: written } })
    if (source.kind === 'folder') return openFolderSource(source.place, source.skill)
    if (source.kind === 'archive') return openArchive(source.place, source.skill)
    const list = createHostList(await hosts(), policy)
    if (source.kind === 'git') return openGit(source, { hosts: list, env, temp, signal })
    const net = createNet({ hosts: list, env, signal })
    try {
      switch (source.kind) {
        case 'github':
          return await openGithub(source, net, github)
        case 'well-known':
          return await openWellKnown(source, net)
        case 'file':
          return openFileAt(source.url, net)
      }
    } catch (error) {
      net.close()
      throw error
    }
  }
}

function named(source: Source, skill: string | undefined): Source {
  return skill === undefined || source.kind === 'file' ? source : { ...source, skill }
}

function exists(place: string): Promise<boolean> {
  return access(place).then(
    () => true,
    () => false,
  )
}
