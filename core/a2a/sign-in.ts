import { AppError } from '../contract/errors.ts'
import type { SignIns, Target } from '../mcp/oauth/types.ts'
import { signInTarget } from './auth.ts'
import { createGuardedFetch, type Fetch } from './guarded-fetch.ts'
import type { RemoteAgentsDeps, RemoteSession } from './types.ts'

/** What signing in to a remote agent works with. `AppError('a2a.no_sign_in')`. */
export async function signingIn(
  { agent, target, projectRoot }: Pick<RemoteSession, 'agent' | 'target' | 'projectRoot'>,
  deps: RemoteAgentsDeps,
): Promise<{ target: Target; fetch: Fetch; signIns: SignIns }> {
  if (target.auth.kind !== 'oauth') throw new AppError('a2a.no_sign_in', { params: { agent } })
  const { createSignIns } = await import('../mcp/oauth/index.ts')
  const { allowedHosts } = await deps.surroundings(projectRoot)
  return { target: signInTarget(agent, target), fetch: await createGuardedFetch(deps.web, allowedHosts), signIns: createSignIns(deps) }
}
