import type { EffectiveConfig } from '../config/types.ts'
import { createPermission, createShellReader, type Permission, type PermissionRules, type SourcedRule } from '../permission/index.ts'
import { findShell, type Environment } from '../platform/index.ts'
import type { CoreOptions } from './types.ts'

export interface PermissionsDeps {
  readonly env: Environment
  readonly options: CoreOptions
  /** Real paths. */
  readonly places: { readonly home: string; readonly userHome: string; readonly temp: string }
}

/** Permission by the configuration of a moment. One a core: it holds the grammar of the shell. */
export interface Permissions {
  of(effective: EffectiveConfig): Promise<Permission>
  /** Every rule in force, with where it stands. */
  rules(effective: EffectiveConfig): PermissionRules
}

export function createPermissions({ env, options, places }: PermissionsDeps): Permissions {
  const shell = createShellReader()
  const given = (rules: readonly string[] = []): readonly SourcedRule[] => rules.map((text) => ({ text, source: { kind: 'run' } }))
  const rulesOf = ({ permissions: { allow, ask, deny } }: EffectiveConfig): PermissionRules => ({
    allow: [...allow, ...given(options.rules?.allow)],
    ask,
    deny: [...deny, ...given(options.rules?.deny)],
  })
  return {
    rules: rulesOf,
    async of(effective) {
      const isForeignShell = (await findShell(env)).name === 'PowerShell'
      return createPermission({ rules: rulesOf(effective), shell, isForeignShell, isGitTrusted: effective.trust.git, ...places })
    },
  }
}
