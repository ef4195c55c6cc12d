import { z } from 'zod'
import { method } from './method.ts'
import { SkillScan } from './skill-scan.ts'

/** Where a skill is installed: for everybody who works on the project, or for this person everywhere. */
export const SkillLevel = z.enum(['project', 'user'])
export type SkillLevel = z.infer<typeof SkillLevel>

/** A plugin is a bundle of skills, commands, agents, hooks and MCP servers that come and go together. */
export const InstallKind = z.enum(['skill', 'plugin'])
export type InstallKind = z.infer<typeof InstallKind>

/** Where it came from and what it is. */
export const SkillOrigin = z.object({
  /** As a person wrote it. */
  source: z.string(),
  /** The address or folder that stands for. */
  origin: z.string(),
  /** Branch, tag or commit asked for; empty: the newest. */
  ref: z.string(),
  /** Full id of the version; empty where the source has none. */
  commit: z.string(),
  /** Folder within the source. */
  path: z.string(),
})
export type SkillOrigin = z.infer<typeof SkillOrigin>

/** What a plugin brings, item by item. */
export const PluginBrings = z.object({
  version: z.string(),
  /** Folders. */
  skills: z.array(z.string()),
  /** Files. */
  commands: z.array(z.string()),
  agents: z.array(z.string()),
  /** `PreToolUse: command`, as its file has it. */
  hooks: z.array(z.string()),
  /** `name: command` or `name: address`. */
  mcpServers: z.array(z.string()),
})
export type PluginBrings = z.infer<typeof PluginBrings>

/** `unknown_key`: by nobody the settings name. `invalid`: not over these files, or no signature at all. `key`: its name, or its id. */
export const SkillSignature = z.object({
  state: z.enum(['none', 'valid', 'unknown_key', 'invalid']),
  key: z.string().optional(),
})
export type SkillSignature = z.infer<typeof SkillSignature>

export const SkillPreview = z.object({
  previewId: z.string(),
  kind: InstallKind,
  id: z.string(),
  level: SkillLevel,
  ...SkillOrigin.shape,
  name: z.string(),
  description: z.string(),
  /** Asked for by the file; nothing is allowed by it. */
  allowedTools: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.number().int() })),
  parts: PluginBrings.optional(),
  /** Links of the source that were left out. */
  leftOut: z.array(z.string()),
  scan: SkillScan,
  signature: SkillSignature,
  /** Of SKILL.md, to be shown as text. */
  body: z.string(),
  /** What stands in its place now. `own`: a folder that no source is known of; it is kept for undo as well. */
  replaces: z.enum(['nothing', 'installed', 'own']),
  /** SKILL.md of a skill of that name elsewhere, which this one hides or is hidden by. */
  alsoAt: z.string().optional(),
  /** The version that is there already. */
  isCurrent: z.boolean(),
  /** What would change of the files as they are now, as a unified diff. */
  diff: z.string(),
  /** Files that were changed here and there in the same place: yours is kept. */
  conflicts: z.array(z.string()),
})
export type SkillPreview = z.infer<typeof SkillPreview>

export const InstalledSkill = z.object({
  kind: InstallKind,
  id: z.string(),
  /** Of its SKILL.md; of a plugin its folder. */
  file: z.string(),
  level: SkillLevel,
  ...SkillOrigin.shape,
  /** Name of the registry it came from. */
  registry: z.string().optional(),
  /** The version of that registry it was asked for in: an update never leaves it. */
  pin: z.string().optional(),
  installedAt: z.string(),
  verdict: SkillScan.shape.verdict,
  /** Whose key signed what was installed. */
  signedBy: z.string().optional(),
  /** `edited`: files changed, came or went. `missing`: the folder is gone. */
  state: z.enum(['untouched', 'edited', 'missing']),
  /** Files that differ from what was installed. */
  edited: z.array(z.string()),
  /** The version before can be brought back. */
  canUndo: z.boolean(),
  /** Of a plugin; absent where its folder is gone. */
  parts: PluginBrings.optional(),
  /** Where a plugin is switched off; then nothing of it works. */
  off: z.array(SkillLevel),
})
export type InstalledSkill = z.infer<typeof InstalledSkill>

const one = z.object({ id: z.string(), level: SkillLevel, kind: InstallKind.default('skill') })

/**
 * Bringing skills in from elsewhere. Everything is fetched and looked through before it is shown; nothing is in place before
 * `confirm`. All of them: `install.*`.
 */
export const installing = {
  /** `skill`: of several the one of that name. */
  preview: method({
    input: z.object({ source: z.string().trim().min(1).max(2_000), level: SkillLevel, skill: z.string().max(300).optional() }),
    output: SkillPreview,
  }),
  /** What the source has now, laid over what was changed here since it was installed. */
  previewUpdate: method({ input: one, output: SkillPreview }),
  /** Whether its source has something else by now, and which version; nothing is put in place and nothing waits for a word. */
  checkUpdate: method({
    input: one,
    output: z.object({ isCurrent: z.boolean(), ref: z.string(), commit: z.string() }),
  }),
  /** Puts it in place. With critical findings only when told so. */
  confirm: method({
    input: z.object({ previewId: z.string(), acceptCritical: z.boolean().default(false) }),
    output: z.object({ id: z.string(), path: z.string() }),
  }),
  discard: method({ input: z.object({ previewId: z.string() }), output: z.object({}) }),
  /** Those that came from a source, the project's first. */
  installed: method({ input: z.object({}), output: z.array(InstalledSkill) }),
  /** Of a link the link, not what it leads to. */
  remove: method({ input: one, output: z.object({}) }),
  /** Back to the version before; once more brings the later one back. */
  undo: method({ input: one, output: z.object({}) }),
  /**
   * Of a registry: keeps it at the version it has now, or lets updates bring whatever is newest. `install.not_installed`,
   * `install.not_pinnable`.
   */
  pin: method({ input: one.extend({ isPinned: z.boolean() }), output: z.object({}) }),
  /** A plugin and all it brings, here or everywhere. `install.not_installed`, `config.*`. */
  setPluginEnabled: method({
    input: z.object({ id: z.string(), isEnabled: z.boolean(), level: SkillLevel.default('user') }),
    output: z.object({}),
  }),
}
