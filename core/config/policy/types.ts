import type { z } from 'zod'
import type { AppError } from '../../contract/errors.ts'
import type { SkillRegistry } from '../../contract/skill-registries.ts'
import type { HookSettingsSchema } from '../hook-settings.ts'
import type { McpLimits } from '../mcp-limits.ts'
import type { Otel } from '../otel.ts'
import type { SandboxChoice } from '../../permission/sandbox/index.ts'
import type { SourcedRule } from '../../permission/types.ts'

/** What the machine's administrator laid down; stricter than every other file. An absent list limits nothing. */
export interface Policy {
  readonly file: string
  /** The file is there and cannot be read whole: then no model may be asked. */
  readonly broken: AppError | undefined
  /** Names. */
  readonly providers: readonly string[] | undefined
  readonly baseUrls: readonly string[] | undefined
  /** Ids with `*`. */
  readonly models: readonly string[] | undefined
  readonly forbidsBypass: boolean
  readonly ask: readonly SourcedRule[]
  readonly deny: readonly SourcedRule[]
  readonly sandbox: SandboxChoice | undefined
  readonly otel: Otel | undefined
  readonly mcp: {
    readonly servers: readonly string[] | undefined
    readonly commands: readonly string[] | undefined
    readonly hosts: readonly string[] | undefined
    /** What else of servers is limited. */
    readonly limits: McpLimits | undefined
  }
  /** Hosts and registries that skills may come from beside the usual ones and the person's; `onlyManaged`: instead of them. */
  readonly skills: { readonly hosts: readonly string[]; readonly registries: readonly SkillRegistry[]; readonly onlyManaged: boolean }
  readonly hooks: z.output<typeof HookSettingsSchema> | undefined
  /** How many hooks it lays down; they are read where hooks are. */
  readonly hookRules: number
}

/** A policy's word on one provider, carried with it to where requests begin. */
export interface ManagedProvider {
  readonly file: string
  readonly refused: 'broken' | 'provider' | 'base_url' | undefined
  readonly models: readonly string[] | undefined
}
