import type { Config } from '../config/types.ts'
import type { OwnSandbox, Program, Sandbox } from '../permission/sandbox/index.ts'
import type { RuleSource } from '../permission/index.ts'

/**
 * Holds the program of a server or a hook in the system's sandbox, by the configuration of the moment; `own` is what its entry
 * says, by default nothing. `AppError('permission.sandbox_required' | 'permission.sandbox_hosts')`: it is not to be started.
 */
export type ConfinePlugIn = (
  program: Program,
  of: { readonly projectRoot: string; readonly own?: OwnSandbox; readonly source?: RuleSource | undefined },
) => Promise<Program>

export function createConfinePlugIn({ config, sandbox }: { config: Config; sandbox: Sandbox }): ConfinePlugIn {
  return async (program, { projectRoot, own = 'inherit', source }) => {
    const { extraFolders, sandbox: inForce, policy } = await config.load(projectRoot)
    return sandbox.holdPlugIn(program, { projectRoot, extraFolders, own, source }, { inForce, policy: policy?.sandbox })
  }
}
