import type { Protocol } from '../../core/contract/providers.ts'

const VENDORS: Readonly<Record<Protocol, string>> = {
  anthropic: 'api.anthropic.com',
  openai: 'api.openai.com',
  'openai-responses': 'api.openai.com',
  demo: '',
}

/** The host a provider's requests go to; empty: none, or an address nobody can read. */
export function providerHost({ protocol, baseUrl }: { protocol: Protocol; baseUrl: string }): string {
  return baseUrl === '' ? VENDORS[protocol] : hostOf(baseUrl)
}

/** The host in a written address; empty where there is none. */
export function hostOf(address: string): string {
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).host : ''
}

export function isThisMachine(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host)
}
