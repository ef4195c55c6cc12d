import { AppError } from '../../contract/errors.ts'
import type { ProviderConfig } from '../types.ts'
import type { ManagedProvider, Policy } from './types.ts'

/** The vendors' own addresses, which an entry without `base_url` asks. */
const VENDORS = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com',
  'openai-responses': 'https://api.openai.com',
} as const

/** What the policy says of a provider. The demo asks nobody, but a list of names that lacks it holds all the same. */
export function managedProvider({ file, broken, providers, baseUrls, models }: Policy, provider: ProviderConfig): ManagedProvider {
  const { name, protocol, baseUrl } = provider
  const isNamed = providers === undefined || providers.includes(name)
  const address = protocol === 'demo' ? undefined : baseUrl || VENDORS[protocol]
  const isAddressed = baseUrls === undefined || address === undefined || baseUrls.some((allowed) => covers(allowed, address))
  return { file, refused: broken ? 'broken' : !isNamed ? 'provider' : isAddressed ? undefined : 'base_url', models }
}

/** The policy's refusal to ask this model there, or undefined. */
export function policyRefusal({ name, baseUrl, managed }: ProviderConfig, model: string): AppError | undefined {
  if (!managed) return undefined
  const { file, refused, models } = managed
  if (refused === 'broken') return new AppError('policy.broken', { params: { file } })
  if (refused === 'provider') return new AppError('policy.provider', { params: { file, name } })
  if (refused === 'base_url') return new AppError('policy.base_url', { params: { file, name, url: baseUrl } })
  const isAllowed = models === undefined || models.some((pattern) => patternOf(pattern).test(model))
  return isAllowed ? undefined : new AppError('policy.model', { params: { file, model } })
}

/** The same server, and the allowed path or one below it. */
function covers(allowed: string, address: string): boolean {
  const [outer, inner] = [new URL(allowed), new URL(address)]
  const path = outer.pathname.replace(/\/+$/, '')
  return outer.origin === inner.origin && (inner.pathname === path || inner.pathname.startsWith(`${path}/`))
}

function patternOf(glob: string): RegExp {
  const escaped = glob.split('*').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  return new RegExp(`^${escaped.join('.*')}$`)
}
