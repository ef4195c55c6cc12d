import type { Client } from '@a2a-js/sdk/client'
import { AppError } from '../contract/errors.ts'
import { authorized } from './auth.ts'
import { asTrouble } from './failures.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import type { RemoteAgentsDeps, RemoteSession } from './types.ts'

export interface RemoteClient {
  readonly client: Client
  /** Otherwise its tasks are looked at again and again. */
  readonly streams: boolean
}

const CARD_PATH = '/.well-known/agent-card.json'

/**
 * Reads the card and opens a client for the way it offers, in protocol 1.0 or 0.3. The library is loaded here. Aborting `signal`
 * ends every request of the client. `AppError('a2a.*')`.
 */
export async function openClient(session: RemoteSession, deps: RemoteAgentsDeps, signal: AbortSignal): Promise<RemoteClient> {
  const { agent, target, projectRoot } = session
  const surroundings = await deps.surroundings(projectRoot)
  const guarded = await createGuardedFetch(deps.web, surroundings.allowedHosts)
  const fetch = await authorized(guarded, { agent, target, surroundings }, deps)
  const fetchImpl: typeof globalThis.fetch = (address, init) => {
    const until = init?.signal ? AbortSignal.any([signal, init.signal]) : signal
    return fetch(address instanceof Request ? address.url : address, { ...init, signal: until })
  }
  const sdk = await import('@a2a-js/sdk/client')
  const legacyCompat = { enabled: true }
  const cardResolver = new sdk.DefaultAgentCardResolver({ fetchImpl, legacyCompat })
  const factory = new sdk.ClientFactory({
    cardResolver,
    transports: [new sdk.JsonRpcTransportFactory({ fetchImpl, legacyCompat }), new sdk.RestTransportFactory({ fetchImpl, legacyCompat })],
  })
  try {
    const card = await cardResolver.resolve(cardAddress(target.cardUrl), '')
    return { client: await factory.createFromAgentCard(card), streams: card.capabilities?.streaming === true }
  } catch (error) {
    signal.throwIfAborted()
    const trouble = asTrouble(error, agent)
    throw trouble.code === 'a2a.refused' ? new AppError('a2a.card', { params: trouble.params, cause: error }) : trouble
  }
}

/** A bare host stands for its card's usual place. */
function cardAddress(written: string): string {
  const url = new URL(written)
  return url.pathname === '/' ? new URL(CARD_PATH, url).href : url.href
}
