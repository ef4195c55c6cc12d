import { z } from 'zod'
import { Mode, PermissionLayer } from './common.ts'
import { Approval } from './events.ts'
import { method } from './method.ts'
import { WireError } from './errors.ts'

/** Where a rule stands. */
export const RuleSource = z.object({
  /** `local`: the project's `settings.local.yaml`, where an "always" goes. `run`: the command line. */
  kind: z.enum(['policy', 'user', 'project', 'local', 'run', 'session']),
  file: z.string().optional(),
  line: z.number().int().optional(),
})
export type RuleSource = z.infer<typeof RuleSource>

export const RuleEffect = z.enum(['allow', 'ask', 'deny'])
export type RuleEffect = z.infer<typeof RuleEffect>

export const PermissionRule = z.object({ effect: RuleEffect, rule: z.string(), source: RuleSource })
export type PermissionRule = z.infer<typeof PermissionRule>

/** What would happen to a call, and why. */
export const PermissionAnswer = z.object({
  decision: z.enum(['allow', 'ask', 'deny']),
  layer: PermissionLayer,
  /** The rule that decided. */
  rule: z.string().optional(),
  source: RuleSource.optional(),
  /** English. */
  reason: z.string(),
  /** The reason's text in `error-texts.ts`, for a window's own language. */
  reasonCode: z.string(),
  reasonParams: z.record(z.string(), z.string()),
  parts: Approval.shape.parts,
  suggestions: Approval.shape.suggestions,
})
export type PermissionAnswer = z.infer<typeof PermissionAnswer>

/** A folder beside the project where the agent works as in it. */
export const ExtraFolder = z.object({
  /** Absolute. */
  path: z.string(),
  source: RuleSource,
  /** Why it does not count; absent: it does. */
  problem: WireError.optional(),
})
export type ExtraFolder = z.infer<typeof ExtraFolder>

const FolderPath = z.string().trim().min(1).max(4_000)

/** Whether commands run in a sandbox of the system: never, where there is one, or not at all without one. */
export const SandboxLevel = z.enum(['off', 'on', 'required'])
export type SandboxLevel = z.infer<typeof SandboxLevel>

export const SandboxBackend = z.enum(['bubblewrap', 'sandbox-exec', 'none'])
export type SandboxBackend = z.infer<typeof SandboxBackend>

export const SandboxState = z.object({
  /** In force in this project. */
  level: SandboxLevel,
  /** The file that set it, where it is not the person's own. */
  source: RuleSource.optional(),
  backend: SandboxBackend,
  /** Why nothing can be sandboxed on this machine; absent: it works. */
  problem: WireError.optional(),
})
export type SandboxState = z.infer<typeof SandboxState>

/** What whoever manages this machine laid down. An absent list limits nothing. */
export const ManagedPolicy = z.object({
  file: z.string(),
  /** It cannot be read whole: no model is asked. */
  problem: WireError.optional(),
  providers: z.array(z.string()).optional(),
  baseUrls: z.array(z.string()).optional(),
  models: z.array(z.string()).optional(),
  forbidsBypass: z.boolean(),
  /** Rules that ask or refuse. */
  rules: z.number().int(),
  sandbox: SandboxLevel.optional(),
  mcpServers: z.array(z.string()).optional(),
  mcpCommands: z.array(z.string()).optional(),
  mcpHosts: z.array(z.string()).optional(),
  /** Hosts that skills may come from; beside others unless `onlyManagedSkills`. */
  skillRegistries: z.array(z.string()).optional(),
  onlyManagedSkills: z.boolean(),
  /** Hooks that run whatever the person set. */
  hooks: z.number().int(),
  /** Programs that hooks may run. */
  hookCommands: z.array(z.string()).optional(),
  /** Where traces go. */
  otelEndpoint: z.string().optional(),
})
export type ManagedPolicy = z.infer<typeof ManagedPolicy>

/** Of the window's own project. */
export const permissions = {
  /** Judges a call without running it. `mode`: else the configured one. `permission.bad_call` for arguments the tool does not take. */
  check: method({
    input: z.object({ tool: z.string().min(1).max(200), input: z.unknown(), mode: Mode.optional() }),
    output: PermissionAnswer,
  }),
  sandbox: method({ input: z.object({}), output: SandboxState }),
  /** Null where nobody manages this machine. */
  policy: method({ input: z.object({}), output: ManagedPolicy.nullable() }),
  /** Every folder a settings file names, those that do not count too. */
  folders: method({ input: z.object({}), output: z.array(ExtraFolder) }),
  /** Adds one for every project, or for this one. `permission.folder_missing`, `permission.folder_wide`. */
  addFolder: method({ input: z.object({ path: FolderPath, to: z.enum(['user', 'local']) }), output: z.array(ExtraFolder) }),
  /** Takes one, as it is listed, out of the file it stands in. */
  removeFolder: method({
    input: z.object({ path: FolderPath, from: z.enum(['user', 'project', 'local']) }),
    output: z.array(ExtraFolder),
  }),
  /** Every rule in force, those that forbid first. */
  rules: method({ input: z.object({}), output: z.array(PermissionRule) }),
  /** Puts a rule into the person's own settings, or into the project's local ones. `permission.bad_rule` for what can never hold. */
  add: method({
    input: z.object({ effect: RuleEffect, rule: z.string().trim().min(1).max(20_000), to: z.enum(['user', 'local']) }),
    output: z.array(PermissionRule),
  }),
  /** Takes a rule out of the file it stands in. One that is gone already is fine; rules of a policy or of a run cannot go. */
  remove: method({
    input: z.object({ effect: RuleEffect, rule: z.string().max(20_000), from: z.enum(['user', 'project', 'local']) }),
    output: z.array(PermissionRule),
  }),
}
