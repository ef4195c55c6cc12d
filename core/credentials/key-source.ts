import { variablesIn } from '../config/variables.ts'
import type { ProviderConfig } from '../config/types.ts'
import type { KeyUse } from './types.ts'

/** Where a provider's entry says its key is. */
export type KeySource =
  | { readonly kind: 'none' }
  | { readonly kind: 'account'; readonly account: string }
  | { readonly kind: 'command'; readonly line: string }
  | { readonly kind: 'environment'; readonly template: string }
  | { readonly kind: 'config'; readonly value: string }

export function sourceOf({ name, protocol, apiKey, source }: ProviderConfig): KeySource {
  if (protocol === 'demo' || apiKey === 'none') return { kind: 'none' }
  if (apiKey === undefined) return { kind: 'account', account: accountOf(name) }
  if (apiKey.startsWith('keychain:')) return { kind: 'account', account: accountOf(apiKey.slice('keychain:'.length).trim()) }
  // A project's command is dropped by config already; a second lock, because this one starts programs.
  if (apiKey.startsWith('command:'))
    return source === 'user' ? { kind: 'command', line: apiKey.slice('command:'.length).trim() } : { kind: 'none' }
  if (variablesIn(apiKey).length > 0) return { kind: 'environment', template: apiKey }
  return { kind: 'config', value: apiKey }
}

export function accountOf(providerName: string): string {
  return `provider:${providerName}`
}

/** Which key a request takes, by name; undefined: none. */
export function useOf(provider: ProviderConfig): Pick<KeyUse, 'account' | 'from'> | undefined {
  const source = sourceOf(provider)
  const account = accountOf(provider.name)
  switch (source.kind) {
    case 'none':
      return undefined
    case 'account':
      return { account: source.account, from: 'stored' }
    case 'environment':
      return { account: variablesIn(source.template).join(' '), from: 'variable' }
    default:
      return { account, from: source.kind }
  }
}

/** The name a stored key of `provider` is looked up by, or the setting that comes before any stored key. */
export function keyPlace(provider: ProviderConfig): { readonly storedAs: string } | { readonly setBy: string } {
  const source = sourceOf(provider)
  if (source.kind === 'account') return { storedAs: source.account.slice(accountOf('').length) }
  if (provider.protocol === 'demo') return { setBy: 'protocol: demo' }
  if (source.kind === 'none') return { setBy: 'api_key: none' }
  if (source.kind === 'command') return { setBy: 'api_key: command:…' }
  if (source.kind === 'config') return { setBy: 'api_key: …' }
  return { setBy: provider.source === 'environment' ? source.template : `api_key: ${source.template}` }
}
