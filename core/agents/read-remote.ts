import { asNames, asText } from '../frontmatter/index.ts'
import type { RemoteAuth } from '../storage/types.ts'
import type { Say } from './read-definition.ts'
import type { AgentText } from './types.ts'

type Values = Readonly<Record<string, unknown>>

/** What belongs to an agent that works here. */
const LOCAL_ONLY = ['tools', 'disallowedTools', 'model', 'permissionMode', 'isolation', 'effort', 'memory', 'maxTurns'] as const
const HEADER = /^[!#$%&'*+.^_`|~\w-]{1,100}$/

/** Of `kind: remote`: where the agent is and how one signs in to it. Undefined: it works here, or cannot be read. */
export function readRemote(values: Values, name: string, say: Say): AgentText['remote'] {
  const kind = asText(values['kind']) ?? 'local'
  if (kind === 'local') return undefined
  if (kind !== 'remote') {
    say('error', 'agent.unknown_kind', { kind: kind.slice(0, 100) }, 'kind')
    return undefined
  }
  const url = URL.parse(asText(values['agent_card_url']) ?? '')
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    say('error', 'agent.remote_url', {}, 'agent_card_url')
    return undefined
  }
  for (const key of LOCAL_ONLY.filter((one) => values[one] !== undefined)) say('warning', 'agent.without_effect', {}, key)
  return { cardUrl: url.href, auth: readAuth(values['auth'], name, say) }
}

function readAuth(written: unknown, name: string, say: Say): RemoteAuth {
  if (written === undefined || written === null) return { kind: 'none' }
  const auth: Values = isMap(written) ? written : { type: written }
  const type = (asText(auth['type']) ?? '').toLowerCase()
  if (type === 'none') return { kind: 'none' }
  if (type === 'oauth') return { kind: 'oauth', clientId: asText(auth['client_id']) ?? '', scopes: asNames(auth['scopes']) ?? [] }
  const isBearer = type === 'bearer' || (type === 'http' && (asText(auth['scheme']) ?? 'bearer').toLowerCase() === 'bearer')
  if (isBearer) return { kind: 'bearer', secret: readSecret(auth['token'], name, say) }
  const header = asText(auth['header']) ?? asText(auth['name']) ?? 'X-API-Key'
  if (type === 'apikey' && HEADER.test(header)) return { kind: 'apiKey', secret: readSecret(auth['key'], name, say), header }
  say('error', 'agent.remote_auth', {}, 'auth')
  return { kind: 'none' }
}

/** A secret is named and never written: `\${NAME}`, `$NAME`, or what the keychain holds for this very agent. */
function readSecret(written: unknown, name: string, say: Say): string {
  const text = asText(written) ?? ''
  const [, braced, bare] = /^\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))$/.exec(text) ?? []
  const variable = braced ?? bare
  if (variable !== undefined) return variable
  if (text === `keychain:agent:${name}`) return text
  say('error', 'agent.remote_secret', { account: `keychain:agent:${name}` }, 'auth')
  return ''
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
