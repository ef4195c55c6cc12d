import type { EffectiveConfig } from '../config/types.ts'
import {
  createPermission,
  createShellReader,
  type Permission,
  type PermissionRules,
  type ShellReader,
  type SourcedRule,
} from '../permission/index.ts'
import type { Sandbox, SandboxChoice } from '../permission/sandbox/index.ts'
import { findShell, type Environment } from '../platform/index.ts'
import type { CoreOptions } from './types.ts'

export interface PermissionsDeps {
  readonly env: Environment
  readonly options: CoreOptions
  /** Real paths. */
  readonly sandbox: Sandbox
  readonly places: { readonly home: string; readonly userHome: string; readonly temp: string }
}

/** Permission by the configuration of a moment. One a core: it holds the grammar of the shell. */
export interface Permissions {
  of(effective: EffectiveConfig): Promise<Permission>
  /** Every rule in force, with where it stands. */
  rules(effective: EffectiveConfig): PermissionRules
  readonly shell: ShellReader
}

export function createPermissions({ env, options, sandbox, places }: PermissionsDeps): Permissions {
  const shell = createShellReader()
  const given = (rules: readonly string[] = []): readonly SourcedRule[] => rules.map((text) => ({ text, source: { kind: 'run' } }))
  const rulesOf = ({ permissions: { allow, ask, deny } }: EffectiveConfig): PermissionRules => ({
    allow: [...allow, ...given(options.rules?.allow)],
    ask,
    deny: [...deny, ...given(options.rules?.deny)],
  })
  return {
    shell,
    rules: rulesOf,
    async of(effective) {
      const isForeignShell = (await findShell(env)).name === 'PowerShell'
      const permission = createPermission({
        rules: rulesOf(effective),
        shell,
        isForeignShell,
        isGitTrusted: effective.trust.git,
        ...places,
        extraFolders: effective.extraFolders,
      })
      const managed = effective.policy?.forbidsBypass ? withoutBypass(permission) : permission
      return effective.sandbox.level === 'required' ? onlySandboxed(managed, effective.sandbox, sandbox) : managed
    },
  }
}

/** A session may have been left in the mode before there was a policy. */
function withoutBypass(permission: Permission): Permission {
  return {
    check: (request) => permission.check(request.mode === 'bypassPermissions' ? { ...request, mode: 'default' } : request),
  }
}

/** Nobody is asked about a command that could not be run as it must be. */
function onlySandboxed(permission: Permission, { source }: SandboxChoice, sandbox: Sandbox): Permission {
  return {
    async check(request) {
      const verdict = await permission.check(request)
      if (request.command === undefined || verdict.decision === 'deny') return verdict
      const detail = await sandbox.problem()
      if (detail === undefined) return verdict
      const reason = { code: 'permission.sandbox_required' as const, params: { file: source?.file ?? '', detail } }
      return { ...verdict, decision: 'deny', layer: 'sandbox', rule: undefined, source, allowRule: undefined, reason }
    },
  }
}
