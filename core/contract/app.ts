import { z } from 'zod'
import { method } from './method.ts'
import { Mode } from './common.ts'
import { SandboxLevel } from './permissions.ts'
import { WireError } from './errors.ts'
import { SkillRegistry } from './skill-registries.ts'

export const LanguageSetting = z.enum(['en', 'zh-CN'])
export const ThemeSetting = z.enum(['system', 'light', 'dark'])

/** `environment`: what `$VISUAL` or `$EDITOR` names, unless it needs a terminal. */
export const EditorId = z.enum(['vscode', 'cursor', 'windsurf', 'zed', 'jetbrains', 'environment'])
export type EditorId = z.infer<typeof EditorId>

/** How long files beside a session that is not pinned are kept. */
export const Retention = z.object({
  days: z.number().int().min(1).max(3_650),
  /** Of one session; the oldest go first. */
  sessionMb: z.number().int().min(10).max(100_000),
})
export type Retention = z.infer<typeof Retention>

/** What holds where nothing is set. */
export const usualRetention: Retention = { days: 30, sessionMb: 500 }

/** How agents are run. */
export const AgentsSettings = z.object({
  /** How long a conversation waits for an agent; then the agent goes on in the background. */
  foregroundSeconds: z.number().int().min(1).max(3_600),
  /** A conversation at rest is taken up when an agent in its background ends. */
  wakeParent: z.boolean(),
  /** Of all agents of one conversation together; 0 or absent: none. */
  budget: z.object({ tokens: z.number().int().min(0).max(1e12).optional(), usd: z.number().min(0).max(1_000_000).optional() }),
})
export type AgentsSettings = z.infer<typeof AgentsSettings>

/** How close things stand. */
export const DensitySetting = z.enum(['comfortable', 'compact'])

/** As `Mod+Shift+KeyF`; an empty text: none. */
const Keys = z.string().regex(/^$|^[A-Za-z0-9]+(\+[A-Za-z0-9]+){0,4}$/, { error: 'Mod+KeyK' })
/** Keys of actions that are not the usual ones. What the window does not know it leaves alone. */
export const ShortcutSettings = z.record(z.string().max(64), Keys)

/** What a window that is not looked at tells of; nothing is told before the person allowed it to the app or the browser. */
export const NotificationSettings = z.object({
  approvals: z.boolean().optional(),
  turns: z.boolean().optional(),
  tasks: z.boolean().optional(),
  sound: z.boolean().optional(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** Of the desktop app; other hosts keep them and do nothing with them. */
export const DesktopSettings = z.object({
  /** The machine does not sleep by itself while a turn runs; undefined: yes. */
  keepAwake: z.boolean().optional(),
  /** Keys that bring the app up from any program; undefined: none. */
  summon: Keys.optional(),
  /** Which versions are looked for; undefined: `stable`. */
  updates: z.enum(['stable', 'beta', 'off']).optional(),
})
export type DesktopSettings = z.infer<typeof DesktopSettings>

/** Plain values a person may change; stored in `settings.yaml`. */
export const Settings = z.object({
  /** Undefined: follow the system. */
  language: LanguageSetting.optional(),
  theme: ThemeSetting,
  density: DensitySetting.optional(),
  /** Short hints where nothing has been said yet; undefined: they are shown. */
  hints: z.boolean().optional(),
  shortcuts: ShortcutSettings.optional(),
  notifications: NotificationSettings.optional(),
  desktop: DesktopSettings.optional(),
  /** What opens files; undefined: the first that is there. */
  editor: EditorId.optional(),
  defaultMode: Mode,
  retention: Retention.optional(),
  agents: AgentsSettings.optional(),
  skills: z
    .object({
      /** Ids of skills that are switched off. */
      disabled: z.array(z.string()).optional(),
      /** Hosts that skills may come from, beside the usual ones. */
      hosts: z.array(z.string()).optional(),
      /** Public keys (ed25519, base64) whose signatures count, by name. */
      keys: z.record(z.string(), z.string()).optional(),
      /** Nothing is installed without a signature of one of them. */
      require_signature: z.boolean().optional(),
      /** Places of many skills, by name. */
      registries: z.array(SkillRegistry).optional(),
      /** Skills come from these registries and from nowhere else. */
      only_registries: z.boolean().optional(),
    })
    .optional(),
  /** The person's own; a project's files may set a stricter one. */
  sandbox: SandboxLevel.optional(),
})
export type Settings = z.infer<typeof Settings>

export const Project = z.object({
  id: z.string(),
  /** Real path of the folder. */
  path: z.string(),
  /** The path as a person would write it: home folder as `~`. */
  displayPath: z.string(),
  name: z.string(),
  /** Read from `.git/HEAD` by ourselves; no git process is started. */
  branch: z.string().optional(),
  exists: z.boolean(),
  lastOpenedAt: z.number(),
  lastSessionTitle: z.string().optional(),
  running: z.number().int(),
  waiting: z.number().int(),
})
export type Project = z.infer<typeof Project>

export const HealthCheck = z.object({
  id: z.enum(['keychain', 'shell', 'environment', 'git', 'ripgrep', 'home', 'disk', 'sandbox', 'versions', 'config']),
  state: z.enum(['ok', 'warn', 'fail']),
  /** Facts for the line's right edge, language-neutral (versions, counts, names). */
  detail: z.string(),
  problem: WireError.optional(),
})
export type HealthCheck = z.infer<typeof HealthCheck>

/** A piece of what the model is sent before anybody has said anything. */
export const PromptPart = z.object({
  kind: z.enum(['system', 'instructions', 'memory', 'skills', 'environment', 'tool']),
  /** A file as a person would write it, or a tool's name; empty where the kind says it all. */
  name: z.string(),
  /** UTF-8. */
  bytes: z.number().int(),
})
export type PromptPart = z.infer<typeof PromptPart>

export const app = {
  info: method({
    input: z.object({}),
    output: z.object({
      version: z.string(),
      host: z.enum(['electron', 'serve', 'cli']),
      platform: z.string(),
      /** The project this window is bound to; absent for Home. */
      project: Project.optional(),
      settings: Settings,
      /** The host can show a folder dialog of the system. */
      nativeFolderDialog: z.boolean(),
      /** The host has a Home window to go back to. */
      home: z.boolean(),
      /** In the first run of a newer version, until it was seen: the version before. */
      updatedFrom: z.string().optional(),
      /** Problems found in settings and configuration files, each with file, line and fix. */
      problems: z.array(WireError),
    }),
  }),
  /** The person saw that this version is new. Every window hears of it by `settings.changed`. */
  newsSeen: method({ input: z.object({}), output: z.object({}) }),
  /** `refresh`: what a login shell exports is asked for anew first (≤ 5 s). */
  doctor: method({ input: z.object({ refresh: z.boolean().default(false) }), output: z.array(HealthCheck) }),
  /** What helps with a fault report, as text for a file: no secret, no path, nothing that was said. */
  diagnostics: method({ input: z.object({}), output: z.object({ text: z.string() }) }),
  /** What the first request of a new session here is made of, in the order it is sent. */
  prompt: method({
    input: z.object({}),
    output: z.object({
      parts: z.array(PromptPart),
      /** UTF-8, all parts together. */
      bytes: z.number().int(),
    }),
  }),
}

export const settings = {
  get: method({ input: z.object({}), output: Settings }),
  /** `language: null` goes back to the system's. */
  set: method({ input: Settings.partial().extend({ language: LanguageSetting.nullish() }), output: Settings }),
}
