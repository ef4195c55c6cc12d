import { z } from 'zod'
import type { AppError } from '../../contract/errors.ts'
import { SandboxLevel } from '../../contract/permissions.ts'
import { SkillRegistry } from '../../contract/skill-registries.ts'
import { check, toProblems } from '../check.ts'
import { HookSettingsSchema } from '../hook-settings.ts'
import { OtelSchema } from '../otel.ts'
import { readRuleList } from '../rule-list.ts'
import { Registry } from '../schema.ts'
import { readYaml, type YamlFile } from '../yaml-file.ts'
import type { Policy } from './types.ts'

const Names = z.array(z.string().trim().min(1).max(2_000)).max(1_000).optional()

const PolicySchema = z.strictObject({
  providers: Names,
  base_urls: z
    .array(z.string().regex(/^https?:\/\/[^\s/]+/, { error: 'https://host/path' }))
    .max(1_000)
    .optional(),
  models: Names,
  bypassPermissions: z.union([z.boolean(), z.enum(['on', 'off']).transform((word) => word === 'on')], { error: 'on | off' }).optional(),
  permissions: z.strictObject({ ask: z.unknown().optional(), deny: z.unknown().optional() }).optional(),
  sandbox: SandboxLevel.optional(),
  mcp: z
    .strictObject({
      servers: Names,
      commands: Names,
      hosts: Names,
      package_registry: Registry.optional(),
      require_pinned: z.boolean().optional(),
    })
    .optional(),
  otel: OtelSchema.optional(),
  skills: z
    .strictObject({
      registries: z
        .array(
          z.union([z.string().regex(/^(\*\.)?[\w-]+(\.[\w-]+)*(:\d{1,5})?$/), SkillRegistry], {
            error: 'host | *.host | host:port | { name, url, token }',
          }),
        )
        .max(200)
        .optional(),
      only_managed: z.boolean().optional(),
    })
    .optional(),
  /** The rules are read one by one where hooks are. */
  hooks: HookSettingsSchema.extend({ rules: z.array(z.unknown()).max(500).optional() }).optional(),
})

/** Undefined where there is no policy. One mistake in it makes the whole of it broken: a limit may have been lost. */
export async function readPolicy(path: string): Promise<Policy | undefined> {
  const read = await readYaml(path)
  if (read.state === 'absent') return undefined
  return read.state === 'bad' ? broken(path, read.problem) : policyOf(read.file)
}

function policyOf(file: YamlFile): Policy {
  const checked = check(PolicySchema, file.content ?? {}, [])
  if (!checked.ok) return broken(file.path, toProblems(file, checked.findings)[0])
  const { providers, base_urls: baseUrls, models, bypassPermissions, permissions = {}, sandbox, mcp, otel, skills, hooks } = checked.value
  const [ask, deny] = [readRuleList(file, 'ask', permissions.ask, 'policy'), readRuleList(file, 'deny', permissions.deny, 'policy')]
  const [problem] = [...ask.problems, ...deny.problems]
  if (problem) return broken(file.path, problem)
  const source = { kind: 'policy' as const, file: file.path, line: file.lineOf(['sandbox']) }
  return {
    file: file.path,
    broken: undefined,
    providers,
    baseUrls,
    models,
    forbidsBypass: bypassPermissions === false,
    ask: ask.rules,
    deny: deny.rules,
    sandbox: sandbox && { level: sandbox, source },
    otel,
    mcp: {
      servers: mcp?.servers,
      commands: mcp?.commands,
      hosts: mcp?.hosts,
      limits: {
        file: file.path,
        commands: undefined,
        hosts: undefined,
        packageRegistry: mcp?.package_registry,
        requiresPinned: mcp?.require_pinned === true,
      },
    },
    skills: {
      hosts: (skills?.registries ?? []).filter((one) => typeof one === 'string'),
      registries: (skills?.registries ?? []).filter((one) => typeof one !== 'string'),
      onlyManaged: skills?.only_managed ?? false,
    },
    hooks,
    hookRules: hooks?.rules?.length ?? 0,
  }
}

function broken(file: string, problem: AppError | undefined): Policy {
  return {
    file,
    broken: problem,
    providers: [],
    baseUrls: [],
    models: [],
    forbidsBypass: true,
    ask: [],
    deny: [],
    sandbox: { level: 'required', source: { kind: 'policy', file } },
    otel: undefined,
    mcp: { servers: [], commands: [], hosts: [], limits: undefined },
    skills: { hosts: [], registries: [], onlyManaged: true },
    hooks: { allowed_commands: [], default_on_failure: 'block' },
    hookRules: 0,
  }
}
