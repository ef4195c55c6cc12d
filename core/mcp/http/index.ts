import type { FetchLike } from '@modelcontextprotocol/client'
import { createWebRoute, type Environment, type Platform } from '../../platform/index.ts'
import { createSignIns, type SignIns, type SignInsDeps } from '../oauth/index.ts'
import { createFetch } from './fetch.ts'
import { patientFetch } from './patient-fetch.ts'

export { createFetch } from './fetch.ts'
export { openTransport } from './transport.ts'

/** How servers at addresses are reached and signed in to. */
export interface Web {
  readonly fetch: FetchLike
  readonly signIns: SignIns
}

export interface WebDeps extends SignInsDeps {
  readonly env: Environment
  readonly systemProxy?: Platform['systemProxy'] | undefined
}

export function createWeb(deps: WebDeps): Web {
  const { env, systemProxy, clock } = deps
  const route = createWebRoute({ proxy: undefined, caFile: undefined }, { env, systemProxy })
  return { fetch: patientFetch(createFetch(route, 'mcp'), clock), signIns: createSignIns(deps) }
}
