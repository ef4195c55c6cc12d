import { minimalEnvironment, type Environment } from '../platform/index.ts'

/** The environment a server gets: a few variables of the person's and what its entry says. */
export function serverEnvironment(env: Environment, configured: Readonly<Record<string, string>>): Record<string, string> {
  return { ...minimalEnvironment(env), ...configured }
}
