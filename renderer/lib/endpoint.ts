import { PROVIDER_NAME } from '../../core/contract/provider-name.ts'

/** What a person typed to describe an endpoint. */
export interface EndpointDraft {
  readonly baseUrl: string
  readonly model: string
  readonly name: string
  readonly key: string
}

export type EndpointFault =
  'addressMissing' | 'addressBad' | 'addressQuery' | 'addressUser' | 'modelMissing' | 'nameBad' | 'nameTaken' | 'keyBlank'

export type EndpointFaults = Partial<Record<keyof EndpointDraft, EndpointFault>>

export interface EndpointRules {
  /** Names in use by others. */
  readonly taken: readonly string[]
  /** The vendor's own address and model may be left out. */
  readonly vendorDefaults: boolean
}

/** What is wrong with each field, so that it can be said beside it; empty when the host may have it. */
export function endpointFaults(draft: EndpointDraft, { taken, vendorDefaults }: EndpointRules): EndpointFaults {
  const faults: EndpointFaults = {}
  const baseUrl = addressFault(draft.baseUrl.trim(), vendorDefaults)
  const key = keyFault(draft.key)
  if (baseUrl) faults.baseUrl = baseUrl
  if (!draft.model.trim() && !vendorDefaults) faults.model = 'modelMissing'
  if (!PROVIDER_NAME.test(draft.name)) faults.name = 'nameBad'
  else if (taken.includes(draft.name)) faults.name = 'nameTaken'
  if (key) faults.key = key
  return faults
}

/** A key never holds white space; a stray line break is the usual accident of pasting. Edges are cut off by the caller. */
export function keyFault(key: string): 'keyBlank' | undefined {
  return /\s/.test(key.trim()) ? 'keyBlank' : undefined
}

/** A short name for a new provider: the host's telling part, numbered when it is taken. */
export function suggestName(baseUrl: string, fallback: string, taken: readonly string[]): string {
  return freeName(tellingPart(baseUrl) ?? fallback, taken)
}

/** `wanted`, or `wanted-2`, `wanted-3` … while it is taken. */
export function freeName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted
  for (let number = 2; ; number += 1) {
    const name = `${wanted}-${number}`
    if (!taken.includes(name)) return name
  }
}

function addressFault(address: string, mayBeEmpty: boolean): EndpointFault | undefined {
  if (!address) return mayBeEmpty ? undefined : 'addressMissing'
  const url = URL.parse(address)
  if (!url || !['http:', 'https:'].includes(url.protocol) || !/^https?:\/\//i.test(address)) return 'addressBad'
  if (url.username || url.password) return 'addressUser'
  if (/[?#]/.test(address)) return 'addressQuery'
  return undefined
}

function tellingPart(baseUrl: string): string | undefined {
  const host = URL.parse(baseUrl.trim())?.hostname
  if (!host) return undefined
  if (/^(localhost|\[.*\]|[\d.]+)$/.test(host)) return 'local'
  const labels = host.split('.').filter((label) => !['api', 'www', 'llm', 'gateway'].includes(label))
  const name = (labels.length > 1 ? labels.at(-2) : labels[0])?.replaceAll(/[^\w-]/g, '')
  return name || undefined
}
