import { z } from 'zod'
import { WireError } from './errors.ts'
import { installing, SkillLevel } from './install.ts'
import { method } from './method.ts'
import { registries } from './skill-registries.ts'
import { SkillScan } from './skill-scan.ts'

/** `project`: of the folder and those above it, up to the repository's top. `user`: of the home folder. `bundled`: the product's. */
export const SkillSource = z.enum(['project', 'user', 'bundled'])
export type SkillSource = z.infer<typeof SkillSource>

/** As the file says. */
export const SkillMode = z.enum(['inline', 'fork'])
export type SkillMode = z.infer<typeof SkillMode>

/** `held`: it lies behind a link that leads elsewhere, and nobody has allowed that yet. */
export const SkillState = z.enum(['active', 'shadowed', 'broken', 'disabled', 'held'])

export const SkillDiagnostic = z.object({
  /** `error`: the skill, or a key that restricts it, could not be used. */
  level: z.enum(['info', 'warning', 'error']),
  /** 1-based, in SKILL.md. */
  line: z.number().int(),
  problem: WireError,
})

export const SkillInfo = z.object({
  /** The folder's name. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  source: SkillSource,
  /** Id of the plugin it came with. */
  plugin: z.string().optional(),
  /** Of its SKILL.md; tells two of one id apart. */
  path: z.string(),
  /** The same with the home folder as `~`. */
  displayPath: z.string(),
  state: SkillState,
  /** Real path that a link leads to, where that is outside of all that is looked through; then it is used only if allowed. */
  leadsTo: z.string().optional(),
  /** Where a person switched it off: in this project, or for everything of theirs. */
  off: z.array(SkillLevel),
  mode: SkillMode,
  /** Listed by the file; shown, never allowed by it. */
  allowedTools: z.array(z.string()),
  argumentHint: z.string(),
  /** The model is told of it and may load it: not so where the file forbids it, or where nobody trusts its folder. */
  isForModel: z.boolean(),
  /** How often one of this name was started on this machine, by the model or by a person. */
  uses: z.number().int(),
  diagnostics: z.array(SkillDiagnostic),
})
export type SkillInfo = z.infer<typeof SkillInfo>

export const SkillDetail = SkillInfo.extend({
  license: z.string(),
  version: z.string(),
  compatibility: z.string(),
  /** What it says of itself beside all that. */
  metadata: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Markdown; nothing in it was run or filled in. Empty of a broken skill. */
  body: z.string(),
  /** Files of the folder beside SKILL.md, relative to it. */
  files: z.array(z.string()),
})
export type SkillDetail = z.infer<typeof SkillDetail>

const which = z.object({
  id: z.string(),
  /** Undefined: the one that is in use. */
  path: z.string().optional(),
})

/** Skills as they lie on the disk now; Home has the user's and the bundled ones only. */
export const skills = {
  /** The project's first, then the user's, then the bundled ones, by name. */
  list: method({ input: z.object({}), output: z.array(SkillInfo) }),
  /** `skill.not_found`. */
  show: method({ input: which, output: SkillDetail }),
  /** Looks through the skill's files. `skill.not_found`. */
  scan: method({ input: which, output: SkillScan }),
  /** For every skill of that id: in the user's settings, or in the project's local ones. `skill.not_found`, `config.*`. */
  setEnabled: method({
    input: z.object({ id: z.string(), isEnabled: z.boolean(), level: SkillLevel.default('user') }),
    output: z.object({}),
  }),
  /**
   * A person's word about a link that leads elsewhere. It holds for this target: a link that is set anew asks again.
   * `target`: as it was shown. `skill.not_found`, `skill.link_changed`.
   */
  allowLink: method({
    input: z.object({ id: z.string(), path: z.string(), target: z.string(), isAllowed: z.boolean() }),
    output: z.object({}),
  }),
  ...installing,
  ...registries,
}
