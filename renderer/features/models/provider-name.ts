import type { ProviderInfo } from '../../../core/contract/providers.ts'
import { freeName } from '../../lib/endpoint.ts'

/**
 * The entry a new key for a vendor goes to: the vendor's own when it is free, found in the environment only, or takes its key
 * from the same kind of place; else a numbered one, so that nothing somebody configured is overwritten.
 */
export function nameForKey(vendor: string, source: 'environment' | 'pasted', list: readonly ProviderInfo[], baseUrl = ''): string {
  const known = list.find((provider) => provider.name === vendor)
  if (!known || known.source === 'environment' || takesKeyFrom(known, { source, baseUrl })) return vendor
  return freeName(
    vendor,
    list.map((provider) => provider.name),
  )
}

function takesKeyFrom(provider: ProviderInfo, { source, baseUrl }: { source: 'environment' | 'pasted'; baseUrl: string }): boolean {
  if (provider.source === 'project' || provider.baseUrl !== baseUrl) return false
  const isEnvironment = provider.key.source === 'environment'
  if (source === 'environment') return isEnvironment
  return ['keychain', 'session', 'file'].includes(provider.key.source) || (provider.key.state === 'missing' && !isEnvironment)
}
