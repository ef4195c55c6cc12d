import { z } from 'zod'
import { WireError } from './errors.ts'
import { method } from './method.ts'

/** Two characters at least: one alone is a drive of Windows. */
const Name = z.string().regex(/^[a-z0-9][a-z0-9-]{1,39}$/, { error: 'a-z 0-9 -' })

/** A place of many skills that a person, or the policy, gives a name. */
export const SkillRegistry = z.strictObject({
  name: Name,
  /** A site with `/.well-known/agent-skills/`, or a git repository. */
  url: z
    .string()
    .max(2_000)
    .regex(/^(?:https?:\/\/[^\s/@?]+(?:\/[^\s?]*)?|ssh:\/\/[^\s?]+|[\w.-]+@[\w.-]+:[^\s?]+)$/, { error: 'https://host/path' }),
  /** `keychain`: its token is the entry `registry:<name>` there. */
  token: z.enum(['keychain', 'none']).optional(),
})
export type SkillRegistry = z.infer<typeof SkillRegistry>

const RegistryInfo = z.object({
  name: z.string(),
  url: z.string(),
  token: z.enum(['keychain', 'none']),
  /** The policy names it; nobody can take it away here. */
  isManaged: z.boolean(),
})
export type RegistryInfo = z.infer<typeof RegistryInfo>

const FoundSkill = z.object({
  /** What `preview` takes. */
  source: z.string(),
  registry: z.string(),
  description: z.string(),
})
export type FoundSkill = z.infer<typeof FoundSkill>

/** Of the person's settings and the policy; a project's files name none. */
export const registries = {
  registries: method({ input: z.object({}), output: z.array(RegistryInfo) }),
  /**
   * `secret`: its token, which goes into the keychain and never comes back. `install.registry_exists`, `install.registry_url`,
   * `install.registry_token`, `config.*`, `keychain.unavailable`.
   */
  addRegistry: method({ input: SkillRegistry.extend({ secret: z.string().min(1).max(20_000).optional() }), output: z.object({}) }),
  /** Its token goes too. `problem`: why the keychain could not be asked; it may hold one still. `install.registry_unknown`, `config.*`. */
  removeRegistry: method({ input: z.object({ name: z.string().max(300) }), output: z.object({ problem: WireError.optional() }) }),
  /** Skills whose name or description holds the word; empty: all. A registry that does not answer is a problem. */
  search: method({
    input: z.object({ word: z.string().max(300).default('') }),
    output: z.object({ skills: z.array(FoundSkill), problems: z.array(WireError) }),
  }),
}

/** What `name:skill` and `name:skill@version` say; a version is a branch, tag or commit of a repository, or one of a site's list. */
export interface RegistryForm {
  readonly name: string
  readonly skill: string
  readonly version?: string
}

/** Reads a skill of a registry. Undefined for every other source. */
export function readRegistryForm(source: string): RegistryForm | undefined {
  const [, name, skill, version] = /^([a-z0-9][a-z0-9-]{1,39}):([^/\\:\s@#]{1,200})(?:@([^\s@:#\\]{1,200}))?$/.exec(source.trim()) ?? []
  if (name === undefined || skill === undefined) return undefined
  return { name, skill, ...(version !== undefined && { version }) }
}
