import { join } from 'node:path'
import { type Clock, systemClock } from '../base/clock.ts'
import { expand, variablesIn } from '../config/variables.ts'
import type { ProviderConfig } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import type { KeyState } from '../contract/providers.ts'
import type { Environment, Keychain } from '../platform/platform.ts'
import { createKeyCommand } from './key-command.ts'
import { accountOf, sourceOf, useOf } from './key-source.ts'
import { createPlainFile } from './plain-file.ts'
import type { Credentials, KeyUse, Redactor } from './types.ts'

export { createOsKeychain } from './os-keychain.ts'
export { keyPlace } from './key-source.ts'
export { createRedactor } from './redactor.ts'
export { withoutShapes } from './secret-shapes.ts'

export interface CredentialsDeps {
  keychain: Keychain
  env: Environment
  /** `MEWCODE_HOME`: its `secrets.yaml` is the plain file. */
  home: string
  redactor: Redactor
  clock?: Clock
  /** A key leaves for a request. */
  used?: (use: KeyUse) => void
}

const nobody = { projectRoot: '', sessionId: '' }

type Found = { readonly value: string; readonly store: 'session' | 'file' | 'keychain' }

/** Finds and keeps providers' keys. A key is looked for in this session, the plain file, then the keychain. */
export function createCredentials({ keychain, env, home, redactor, clock = systemClock, used }: CredentialsDeps): Credentials {
  const session = new Map<string, string>()
  const file = createPlainFile(join(home, 'secrets.yaml'))
  const runCommand = createKeyCommand({ env, clock, cwd: home })

  const find = async (account: string): Promise<Found | undefined> => {
    const here = session.get(account)
    if (here !== undefined) return { value: here, store: 'session' }
    const filed = await file.get(account)
    if (filed !== undefined) return { value: filed, store: 'file' }
    const kept = await keychain.get(account)
    return kept === undefined ? undefined : { value: kept, store: 'keychain' }
  }
  const lookUp = async (provider: ProviderConfig): Promise<string | undefined> => {
    const { name } = provider
    const source = sourceOf(provider)
    switch (source.kind) {
      case 'none':
        return undefined
      case 'config':
        return source.value
      case 'command':
        return runCommand.run(name, source.line)
      case 'environment': {
        const expanded = expand(source.template, env)
        if (expanded.ok) return expanded.text
        throw new AppError('provider.key_variable', { params: { name, variable: expanded.missing } })
      }
      case 'account': {
        const found = await find(source.account)
        if (found) return found.value
        throw new AppError('provider.key_missing', { params: { name, backend: keychain.backend, account: source.account } })
      }
    }
  }
  const resolve: Credentials['resolve'] = async (provider, user = nobody) => {
    for (const value of [...Object.values(provider.headers), ...Object.values(provider.query)]) redactor.add(value)
    const key = (await lookUp(provider))?.trim()
    if (key === undefined) return undefined
    redactor.addKey(key)
    // Anything else cannot stand in a header, and the HTTP client would quote it in its error.
    if (!/^[\x21-\x7e]+$/.test(key)) throw new AppError('provider.key_malformed', { params: { name: provider.name } })
    const use = useOf(provider)
    if (use) used?.({ ...user, ...use })
    return key
  }
  const lyingOpen = async (provider: ProviderConfig): Promise<string | undefined> => {
    const source = sourceOf(provider)
    if (source.kind === 'config') return source.value
    if (source.kind === 'account') return session.get(source.account) ?? file.get(source.account)
    if (source.kind !== 'environment') return undefined
    const expanded = expand(source.template, env)
    return expanded.ok ? expanded.text : undefined
  }
  return {
    resolve,
    async learn(providers) {
      // A plain file that cannot be read is said to who needs its key.
      const keys = await Promise.all(providers.map((provider) => lyingOpen(provider).catch(ifUnusable)))
      for (const key of keys) if (key !== undefined) redactor.addKey(key)
    },
    async renew(provider, user) {
      const source = sourceOf(provider)
      if (source.kind !== 'command') return undefined
      runCommand.forget(source.line)
      return resolve(provider, user)
    },
    async state(provider) {
      const source = sourceOf(provider)
      switch (source.kind) {
        case 'none':
          return { state: 'not_needed', source: 'none', name: '', last4: '' }
        case 'config':
          return set('config', '', source.value)
        case 'command':
          return { state: 'set', source: 'command', name: source.line.split(/\s/, 1)[0] ?? '', last4: '' }
        case 'environment': {
          const expanded = expand(source.template, env)
          const name = variablesIn(source.template).join(' ')
          return expanded.ok ? set('environment', name, expanded.text) : missing('environment', name)
        }
        case 'account': {
          const found = await find(source.account).catch(ifUnavailable)
          return found ? set(found.store, source.account, found.value) : missing('keychain', source.account)
        }
      }
    },
    async set(providerName, value, store) {
      const account = accountOf(providerName)
      const key = value.trim()
      redactor.addKey(key)
      if (!/^[\x21-\x7e]+$/.test(key)) throw new AppError('provider.key_malformed', { params: { name: providerName } })
      if (store === 'session') return void session.set(account, key)
      if (store === 'file') await file.set(account, key)
      else await keychain.set(account, key)
      // The others would be found first, and a plain copy must not outlive the move into the keychain.
      session.delete(account)
      if (store === 'keychain') await file.delete(account)
    },
    async delete(providerName) {
      const account = accountOf(providerName)
      const here = session.delete(account)
      const filed = await file.delete(account)
      try {
        const kept = await keychain.delete(account)
        return { deleted: here || filed || kept }
      } catch (error) {
        if (error instanceof AppError && error.code === 'keychain.unavailable') return { deleted: here || filed, unasked: error }
        throw error
      }
    },
    async list() {
      const kept = (await keychain.list().catch(ifUnavailable)) ?? []
      const stores = { session: [...session.keys()], file: await file.list(), keychain: kept }
      return (['session', 'file', 'keychain'] as const).flatMap((store) => stores[store].map((account) => ({ account, store })))
    },
    variables: (providers) => new Set(providers.flatMap(({ variables }) => variables)),
  }
}

function set(source: KeyState['source'], name: string, value: string): KeyState {
  const key = value.trim()
  // Of a short key four characters would be too much of it.
  return { state: 'set', source, name, last4: key.length >= 16 ? key.slice(-4) : '' }
}

function missing(source: KeyState['source'], name: string): KeyState {
  return { state: 'missing', source, name, last4: '' }
}

function ifUnusable(error: unknown): undefined {
  if (error instanceof AppError) return undefined
  throw error
}

function ifUnavailable(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'keychain.unavailable') return undefined
  throw error
}
