import { computeScopeUnion } from '@modelcontextprotocol/client'
import type { Challenge, Discovery } from './discover.ts'
import type { SignInRecord } from './record.ts'
import type { Target } from './types.ts'

interface Asked {
  readonly discovery: Discovery
  readonly challenge: Challenge | undefined
  readonly before: SignInRecord | undefined
}

/** What to ask for: what the entry says, else what the server wants now beside what was granted, else all it knows. */
export function scopesToAsk({ oauth }: Target, { discovery, challenge, before }: Asked): string[] {
  const granted = before?.issuer === discovery.issuer ? before.tokens?.scope : undefined
  const wanted = oauth.scopes.join(' ') || challenge?.scope || discovery.scopesSupported?.join(' ')
  const scopes = scopeWords(computeScopeUnion(granted, wanted))
  const canRefresh = discovery.metadata.scopes_supported?.includes('offline_access') === true
  return scopes.length > 0 && canRefresh && !scopes.includes('offline_access') ? [...scopes, 'offline_access'] : scopes
}

export function scopeWords(scope: string | undefined): string[] {
  return (scope ?? '').split(/\s+/).filter(Boolean)
}
