import { z } from 'zod'
import type { Mode } from '../contract/common.ts'
import { usualRetention, type AgentsSettings, type Retention, type Settings } from '../contract/app.ts'
import type { AppError } from '../contract/errors.ts'
import type { SandboxLevel } from '../contract/permissions.ts'
import { usualAgents } from '../contract/usual-agents.ts'
import { checkEach, toProblems } from './check.ts'
import type { WrittenFolder } from './extra-folders.ts'
import type { CurrentFile } from './file-cache.ts'
import type { McpLimits } from './mcp-limits.ts'
import type { HookSettingsSchema } from './hook-settings.ts'
import { strictestSandbox } from './sandbox-level.ts'
import type { SandboxChoice } from '../permission/sandbox/index.ts'
import type { RuleSource, SourcedRule } from '../permission/types.ts'
import { readRuleList } from './rule-list.ts'
import { PermissionsSchema, SettingsSchema, SkillsSchema } from './schema.ts'
import type { YamlFile } from './yaml-file.ts'
import type { TrustJudge } from './trust/judge.ts'
import type { EffectiveConfig } from './types.ts'

export interface SettingsSources {
  readonly user: CurrentFile
  /** The stronger one first. */
  readonly project: readonly CurrentFile[]
  readonly trust: TrustJudge
  /** The person answered "always" with this rule: it counts whatever is said of the folder's own. */
  readonly isAnswered: (rule: string) => boolean
  /** A person gave this project this folder. */
  readonly isGiven: (folder: string) => boolean
}

type EffectiveSettings = Pick<EffectiveConfig, 'permissions' | 'defaultMode' | 'sandbox' | 'shell' | 'problems' | 'notices'> & {
  readonly plain: Settings
  readonly folders: readonly WrittenFolder[]
  readonly hooks: z.output<typeof HookSettingsSchema> | undefined
  readonly a2aHosts: readonly string[]
  readonly agents: AgentsSettings
  /** The person's own; a project limits nobody. */
  readonly mcp: McpLimits | undefined
}

interface Layer {
  readonly language?: Settings['language']
  readonly theme?: Settings['theme']
  readonly window: Pick<Settings, 'density' | 'desktop' | 'hints' | 'shortcuts' | 'notifications'>
  readonly editor?: Settings['editor']
  readonly mode?: Mode
  readonly retention?: Retention
  readonly agents?: AgentsSettings
  readonly skills?: Settings['skills']
  readonly sandbox?: SandboxChoice
  readonly hooks?: z.output<typeof HookSettingsSchema>
  readonly a2aHosts?: readonly string[]
  readonly mcp?: McpLimits
  readonly folders: readonly WrittenFolder[]
  readonly allow: readonly SourcedRule[]
  readonly ask: readonly SourcedRule[]
  readonly deny: readonly SourcedRule[]
  readonly envPassthrough: readonly string[]
  /** A rule that forbids may have been lost: nothing is allowed on top of it. */
  readonly failsClosed: boolean
  readonly problems: readonly AppError[]
  readonly notices: readonly AppError[]
}

/** Rules of all files together; plain values from the strongest file that may set them. */
export function effectiveSettings({ user, project, trust, ...given }: SettingsSources): EffectiveSettings {
  const mine = readLayer(user, 'user')
  const theirs = project.map((current, index) =>
    limitProject(readLayer(current, index === 0 ? 'local' : 'project'), current, { trust, ...given }),
  )
  const layers = [...theirs, mine]
  const failsClosed = layers.some((layer) => layer.failsClosed)
  const mode = failsClosed ? undefined : layers.map((layer) => layer.mode).find((choice) => choice !== undefined)
  return {
    permissions: {
      allow: failsClosed ? [] : layers.flatMap(({ allow }) => allow),
      ask: layers.flatMap(({ ask }) => ask),
      deny: layers.flatMap(({ deny }) => deny),
    },
    defaultMode: mode ?? 'default',
    sandbox: strictestSandbox(layers.map((layer) => layer.sandbox)),
    shell: { envPassthrough: mine.envPassthrough },
    hooks: mine.hooks,
    a2aHosts: mine.a2aHosts ?? [],
    agents: mine.agents ?? usualAgents,
    mcp: mine.mcp,
    problems: layers.flatMap(({ problems }) => problems),
    notices: layers.flatMap(({ notices }) => notices),
    folders: layers.flatMap(({ folders }) => folders),
    plain: {
      ...(mine.language && { language: mine.language }),
      theme: mine.theme ?? 'system',
      ...mine.window,
      ...(mine.editor && { editor: mine.editor }),
      defaultMode: mine.mode ?? 'default',
      ...(mine.retention && { retention: mine.retention }),
      ...(mine.agents && { agents: mine.agents }),
      ...(mine.skills && { skills: mine.skills }),
      ...(mine.sandbox && { sandbox: mine.sandbox.level }),
    },
  }
}

function readLayer({ file, problem }: CurrentFile, kind: RuleSource['kind']): Layer {
  const unread = problem ? [problem] : []
  if (!file)
    return {
      window: {},
      allow: [],
      ask: [],
      deny: [],
      folders: [],
      envPassthrough: [],
      failsClosed: unread.length > 0,
      problems: unread,
      notices: [],
    }
  const { value, findings } = checkEach(SettingsSchema, file.content ?? {}, [])
  const lists = checkEach(PermissionsSchema, value.permissions ?? {}, ['permissions'])
  const read = (key: 'allow' | 'ask' | 'deny') => readRuleList(file, key, lists.value[key], kind)
  const [allow, ask, deny] = [read('allow'), read('ask'), read('deny')]
  const lost =
    [...findings, ...lists.findings].some(({ at }) => at[0] === 'permissions') || ask.problems.length > 0 || deny.problems.length > 0
  return {
    ...(value.language && { language: value.language }),
    ...(value.theme && { theme: value.theme }),
    window: {
      ...(value.density && { density: value.density }),
      ...(value.hints !== undefined && { hints: value.hints }),
      ...(value.shortcuts && { shortcuts: value.shortcuts }),
      ...(value.notifications && { notifications: value.notifications }),
      ...(value.desktop && { desktop: value.desktop }),
    },
    ...(value.editor && { editor: value.editor }),
    ...(value.defaultMode && { mode: value.defaultMode }),
    ...sandboxOf(file, value.sandbox, { kind, isBad: findings.some(({ at }) => at[0] === 'sandbox') }),
    ...skillsOf(file, value.skills),
    ...(value.hooks && { hooks: value.hooks }),
    ...(value.a2a?.allowed_hosts && { a2aHosts: value.a2a.allowed_hosts }),
    ...mcpOf(
      file,
      value.mcp,
      findings.some(({ at }) => at[0] === 'mcp'),
    ),
    ...(value.retention && { retention: { ...usualRetention, ...value.retention } }),
    ...(value.agents && { agents: { ...usualAgents, ...value.agents } }),
    folders: (value.extra_folders ?? []).map((text, index) => ({
      text,
      source: { kind, file: file.path, line: file.lineOf(['extra_folders', index]) },
      isForeign: false,
    })),
    allow: allow.rules,
    ask: ask.rules,
    deny: deny.rules,
    envPassthrough: value.shell?.env_passthrough ?? [],
    failsClosed: lost || (file.content !== undefined && findings.some(({ at }) => at.length === 0)),
    problems: [
      ...unread,
      ...toProblems(file, findings),
      ...toProblems(file, lists.findings),
      ...[allow, ask, deny].flatMap((list) => list.problems),
    ],
    notices: [],
  }
}

/** A level that cannot be read may have been the strict one. */
function sandboxOf(
  file: YamlFile,
  level: SandboxLevel | undefined,
  { kind, isBad }: { kind: RuleSource['kind']; isBad: boolean },
): { sandbox?: SandboxChoice } {
  const wanted = isBad ? 'required' : level
  return wanted === undefined ? {} : { sandbox: { level: wanted, source: { kind, file: file.path, line: file.lineOf(['sandbox']) } } }
}

/** Of a part with a mistake in it what is right: it may limit where skills come from. A limit that cannot be read holds. */
function skillsOf({ content }: YamlFile, read: Layer['skills']): Pick<Layer, 'skills'> {
  if (read) return { skills: read }
  const written = WithSkills.safeParse(content).data?.skills
  if (written === undefined) return {}
  const { value, findings } = checkEach(SkillsSchema, written, ['skills'])
  return { skills: { ...value, ...(findings.some(({ at }) => at[1] === 'only_registries') && { only_registries: true }) } }
}

const WithSkills = z.object({ skills: z.record(z.string(), z.unknown()) })

/** What a project's file may say: always to forbid or ask more, to widen only where trusted, `bypassPermissions` never. */
function limitProject(
  layer: Layer,
  { file }: CurrentFile,
  { trust, isAnswered, isGiven }: Pick<SettingsSources, 'trust' | 'isAnswered' | 'isGiven'>,
): Layer {
  if (!file) return layer
  const answered = layer.allow.filter(({ text }) => isAnswered(text))
  const theirs = layer.allow.filter(({ text }) => !isAnswered(text))
  const texts = theirs.map(({ text }) => text)
  const bypass = layer.mode === 'bypassPermissions'
  const problems = bypass ? [file.problem('config.bypass_project', ['defaultMode'])] : []
  const place = { file: file.path, kind: 'rules' as const, at: 'permissions.allow', line: file.lineOf(['permissions', 'allow']) }
  const allows = texts.length === 0 || trust.allows({ ...place, value: texts, text: texts.join('\n') })
  const { mode, ...rest } = layer
  const wanted = bypass ? undefined : mode
  const isMode =
    wanted === undefined ||
    trust.allows({
      file: file.path,
      kind: 'mode',
      at: 'defaultMode',
      line: file.lineOf(['defaultMode']),
      value: wanted,
      text: `defaultMode: ${wanted}`,
    })
  return {
    ...rest,
    ...(wanted && isMode && { mode: wanted }),
    folders: layer.folders.map((one) => ({ ...one, isForeign: !isGiven(one.text) })),
    allow: [...answered, ...(allows ? theirs : [])],
    problems: [...layer.problems, ...problems],
    notices: [
      ...(allows ? [] : [file.problem('config.untrusted', ['permissions', 'allow'], { key: 'permissions.allow' })]),
      ...(isMode ? [] : [file.problem('config.untrusted', ['defaultMode'], { key: 'defaultMode' })]),
    ],
  }
}

/** One mistake closes it whole: a limit may have been lost. */
function mcpOf(file: YamlFile, value: z.output<typeof SettingsSchema>['mcp'], isBad: boolean): Pick<Layer, 'mcp'> {
  if (isBad) return { mcp: { file: file.path, commands: [], hosts: [], packageRegistry: undefined, requiresPinned: true } }
  if (!value) return {}
  return {
    mcp: {
      file: file.path,
      commands: value.allowed_commands,
      hosts: value.allowed_hosts,
      packageRegistry: value.package_registry,
      requiresPinned: value.require_pinned === true,
    },
  }
}
