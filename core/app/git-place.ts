import type { Config } from '../config/types.ts'
import type { Credentials } from '../credentials/types.ts'
import type { RepositoryDeps } from '../git/index.ts'
import { childEnvironment } from '../platform/index.ts'
import type { Environment } from '../platform/platform.ts'

/** Whether git may run in a folder, and what it is run with. */
export async function gitPlace(
  { config, credentials, env }: { config: Config; credentials: Pick<Credentials, 'variables'>; env: Environment },
  root: string,
): Promise<Awaited<ReturnType<RepositoryDeps['place']>>> {
  const effective = await config.load(root)
  const secretVariables = credentials.variables(effective.providers)
  const passthrough = effective.shell.envPassthrough
  return { isTrusted: effective.trust.git, childEnv: childEnvironment({ env, secretVariables, passthrough }) }
}
