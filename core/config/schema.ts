import { z } from 'zod'
import {
  AgentsSettings,
  DensitySetting,
  DesktopSettings,
  EditorId,
  LanguageSetting,
  NotificationSettings,
  Retention,
  ShortcutSettings,
  ThemeSetting,
} from '../contract/app.ts'
import { Mode } from '../contract/common.ts'
import { SandboxLevel } from '../contract/permissions.ts'
import { ProviderName } from '../contract/providers.ts'
import { SkillRegistry } from '../contract/skill-registries.ts'
import { HookSettingsSchema } from './hook-settings.ts'
import { OtelSchema } from './otel.ts'

// A custom `error` is the language-neutral "what it must be" that the problem shows.

const Text = z.string().max(4_000)
const Duration = z
  .string()
  .regex(/^\d{1,6}(\.\d+)?(ms|s|m)$/, { error: '15s | 500ms | 2m' })
  .transform(toMs)
  .pipe(z.number().min(1).max(3_600_000))
/** YAML 1.1's words too: the original read them as booleans. */
const Switch = z.union([z.boolean(), z.enum(['yes', 'on', 'no', 'off']).transform((word) => word === 'yes' || word === 'on')], {
  error: 'true | false',
})
const Header = z
  .union([Text, z.number(), z.boolean()], { error: 'string' })
  .transform(String)
  // oxlint-disable-next-line no-control-regex -- exactly these would end a header early
  .refine((value) => !/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value), { error: 'one line' })

/** One entry of `providers:`. A project's entry may be a part of it, laid over the user's of that name. */
export const ProviderSchema = z.strictObject({
  name: ProviderName,
  protocol: z.enum(['anthropic', 'openai', 'openai-responses', 'demo']).optional(),
  base_url: Text.optional(),
  api_key: Text.optional(),
  model: z.string().trim().max(200).optional(),
  thinking: z
    .union([Switch, z.strictObject({ budget: z.number().int().min(1).max(10_000_000) })], { error: 'true | false | { budget: N }' })
    .optional(),
  effort: z.enum(['', 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).optional(),
  context_window: z.number().int().min(0).max(100_000_000).optional(),
  max_tokens: z.number().int().min(0).max(10_000_000).optional(),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  seed: z.number().int().optional(),
  stop: z.union([Text, z.array(Text).max(16)], { error: 'string | [string, …]' }).optional(),
  cache_ttl: z.enum(['5m', '1h']).optional(),
  headers: z.record(z.string().regex(/^[!#$%&'*+.^_`|~\w-]{1,200}$/, { error: 'Header-Name' }), Header).optional(),
  query: z.record(z.string().max(200), Header).optional(),
  auth: z.enum(['', 'bearer', 'x-api-key', 'api-key']).optional(),
  proxy: Text.optional(),
  ca_file: Text.optional(),
  timeouts: z.strictObject({ connect: Duration.optional(), first_byte: Duration.optional(), idle: Duration.optional() }).optional(),
  max_retries: z.number().int().min(0).max(20).optional(),
  fallback: Text.optional(),
  limits: z
    .strictObject({ concurrency: z.number().int().min(0).max(1_000).optional(), rpm: z.number().int().min(0).max(1_000_000).optional() })
    .optional(),
  roles: z.strictObject({ haiku: Text.optional(), sonnet: Text.optional(), opus: Text.optional() }).optional(),
})
export type ProviderSchema = z.output<typeof ProviderSchema>

const Dollars = z.number().min(0).max(1_000_000).optional()

/** Top level of `config.yaml`; entries of `providers` are checked one by one. */
export const ConfigSchema = z.strictObject({
  default_provider: z.string().trim().optional(),
  providers: z.array(z.unknown()).optional(),
  mcp_servers: z.record(z.string(), z.unknown()).optional(),
  budget: z.strictObject({ day_usd: Dollars, month_usd: Dollars, session_usd: Dollars }).optional(),
  otel: OtelSchema.optional(),
})

const ServerTimeouts = z.strictObject({ connect: Duration.optional(), call: Duration.optional(), max: Duration.optional() })
const Globs = z.array(z.string().min(1).max(200)).max(1_000)

const Rate = z
  .string()
  .regex(/^\d{1,6}(\.\d+)?\/(s|m)$/, { error: '10/s | 60/m' })
  .transform((text) => Number.parseFloat(text) / (text.endsWith('m') ? 60 : 1))
  .pipe(z.number().positive({ error: '10/s | 60/m' }))
const Size = z
  .string()
  .regex(/^\d{1,6}(\.\d+)?\s?(MB|GB)$/, { error: '512MB | 2GB' })
  .transform((text) => Number.parseFloat(text) * (text.endsWith('GB') ? 1024 : 1) * 1024 * 1024)

const serverShape = {
  era: z.enum(['auto', 'legacy', 'modern']).optional(),
  keepalive: z.union([z.literal('off'), Duration], { error: '30s | off' }).optional(),
  limits: z
    .strictObject({
      concurrency: z.number().int().min(1).max(1_000).optional(),
      rate: Rate.optional(),
      burst: z.number().int().min(1).max(100_000).optional(),
      memory: Size.optional(),
    })
    .optional(),
  enabled: Switch.optional(),
  required_env: z.array(z.string().regex(/^[A-Za-z_]\w{0,199}$/, { error: 'NAME' })).optional(),
  timeouts: ServerTimeouts.optional(),
  tool_timeouts: z.record(z.string(), Duration).optional(),
  tools: z.strictObject({ allow: Globs.optional(), deny: Globs.optional() }).optional(),
  trust_annotations: Switch.optional(),
  roots: Switch.optional(),
  sampling: Switch.optional(),
}

const Host = z.string().regex(/^((\*\.)?[\w-]+(\.[\w-]+)*|\[[\da-fA-F:.]+\])(:\d{1,5})?$/, { error: 'host | *.host | host:port' })
const OwnSandbox = z.union(
  [
    z.enum(['inherit', 'off', 'required']),
    z.strictObject({
      network: z.union([z.literal('all'), z.array(Host).max(200)]).optional(),
      write: z.array(Text.min(1)).max(50).optional(),
    }),
  ],
  { error: 'inherit | off | required | { network: all | [host, …], write: [folder, …] }' },
)

export const McpStdioSchema = z.strictObject({
  type: z.literal('stdio'),
  command: z.string().trim().min(1).max(4_000),
  args: z.array(z.union([Text, z.number(), z.boolean()], { error: 'string' }).transform(String)).optional(),
  env: z
    .record(
      z.string().regex(/^[^=\0]{1,200}$/, { error: 'NAME' }),
      z.union([Text, z.number(), z.boolean()], { error: 'string' }).transform(String),
    )
    .optional(),
  cwd: Text.optional(),
  sandbox: OwnSandbox.optional(),
  ...serverShape,
})
export type McpStdioSchema = z.output<typeof McpStdioSchema>

const Scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,500}$/, { error: 'scope' })

/** `http`: streamable, with the older form as fallback; `sse`: the older form at once. */
export const McpHttpSchema = z.strictObject({
  type: z.enum(['http', 'sse']),
  url: z.string().trim().min(1).max(4_000),
  headers: z.record(z.string().regex(/^[!#$%&'*+.^_`|~\w-]{1,200}$/, { error: 'Header-Name' }), Header).optional(),
  sse_stream: z.enum(['auto', 'off']).optional(),
  oauth: z.strictObject({ client_id: z.string().max(2_000).optional(), scopes: z.array(Scope).max(100).optional() }).optional(),
  ...serverShape,
})
export type McpHttpSchema = z.output<typeof McpHttpSchema>

/** Read first: it says which of the two the entry is checked by. */
export const McpKindSchema = z.looseObject({ type: z.enum(['stdio', 'http', 'sse']) })

/** A tool is called `mcp__name__tool`: two underscores in the name would make that ambiguous. */
export const McpNameSchema = z
  .string()
  .max(40, { error: '≤ 40 characters' })
  .regex(/^[A-Za-z0-9-]+(_[A-Za-z0-9-]+)*$/, { error: 'A-Z a-z 0-9 - _' })

/** The lists are read rule by rule. */
export const PermissionsSchema = z.strictObject({
  allow: z.unknown().optional(),
  ask: z.unknown().optional(),
  deny: z.unknown().optional(),
})

/** Where programs that fetch packages fetch them. */
export const Registry = z.string().regex(/^https?:\/\/[^\s/]+\S*$/, { error: 'https://host/path' })

/** Checked key by key where one of them is wrong. */
export const SkillsSchema = z.strictObject({
  disabled: z.array(z.string().max(300)).max(5_000).optional(),
  hosts: z
    .array(z.string().regex(/^(?:\*\.)?[\w.-]+(?::\d{1,5})?$/, { error: 'example.com' }))
    .max(1_000)
    .optional(),
  keys: z.record(z.string().min(1).max(100), z.string().regex(/^[A-Za-z0-9+/]{43}=$/, { error: 'ed25519, base64' })).optional(),
  require_signature: Switch.optional(),
  registries: z.array(SkillRegistry).max(200).optional(),
  only_registries: Switch.optional(),
})

/** Top level of `settings.yaml`; `permissions` is checked on its own, key by key. */
export const SettingsSchema = z.strictObject({
  language: LanguageSetting.optional(),
  theme: ThemeSetting.optional(),
  density: DensitySetting.optional(),
  hints: z.boolean().optional(),
  shortcuts: ShortcutSettings.optional(),
  notifications: z.strictObject(NotificationSettings.shape).optional(),
  desktop: z.strictObject(DesktopSettings.shape).optional(),
  editor: EditorId.optional(),
  defaultMode: Mode.optional(),
  permissions: z.record(z.string(), z.unknown()).optional(),
  extra_folders: z
    .array(
      z
        .string()
        .max(4_000)
        .regex(/^(\/|~(\/|$)|[A-Za-z]:[\\/])/, { error: '/folder | ~/folder' }),
    )
    .max(100)
    .optional(),
  sandbox: SandboxLevel.optional(),
  skills: SkillsSchema.optional(),
  plugins: z.strictObject({ disabled: z.array(z.string().max(300)).max(5_000).optional() }).optional(),
  retention: z.strictObject(Retention.partial().shape).optional(),
  agents: z
    .strictObject({ ...AgentsSettings.partial().shape, budget: z.strictObject(AgentsSettings.shape.budget.shape).optional() })
    .optional(),
  mcp: z
    .strictObject({
      allowed_commands: z.array(Text).max(1_000).optional(),
      allowed_hosts: z.array(Text).max(1_000).optional(),
      package_registry: Registry.optional(),
      require_pinned: Switch.optional(),
    })
    .optional(),
  a2a: z
    .strictObject({
      /** Of remote agents: hosts that may be reached though they are not on the public internet. */
      allowed_hosts: z.array(z.string().trim().min(1).max(300)).max(200).optional(),
    })
    .optional(),
  hooks: HookSettingsSchema.optional(),
  shell: z.strictObject({ env_passthrough: z.array(z.string().regex(/^\w{1,200}$/, { error: 'NAME' })).optional() }).optional(),
})

function toMs(text: string): number {
  const unitMs = text.endsWith('ms') ? 1 : text.endsWith('s') ? 1_000 : 60_000
  return Number.parseFloat(text) * unitMs
}
