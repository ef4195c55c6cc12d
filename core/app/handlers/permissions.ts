import path from 'node:path'
import { closest } from '../../base/closest.ts'
import { AppError, toWireError } from '../../contract/errors.ts'
import { errorText } from '../../contract/error-texts.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { ExtraFolder, ManagedPolicy, PermissionRule, RuleEffect } from '../../contract/permissions.ts'
import { isBuiltinTool, isMeaningfulRule, rawToolNames, writableToolNames, type PermissionRequest } from '../../permission/index.ts'
import type { Policy } from '../../config/policy/index.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

export function permissionHandlers(services: Services): RpcHandlers['permissions'] {
  const { config, permissions, sandbox, tools, sessionsDir, audit, announce } = services

  /** As the agent would ask; a server's tool is judged by its name alone, be the server there or not. */
  function requestOf(name: string, input: unknown): Pick<PermissionRequest, 'toolName' | 'category' | 'paths' | 'command' | 'domain'> {
    const [raw = name] = rawToolNames(name)
    const tool = tools.find((one) => one.name === raw)
    if (!tool && !isBuiltinTool(name) && !/^mcp__[^*]+__[^*]+$/.test(name))
      throw new AppError('permission.unknown_tool', { params: { tool: name, similar: closest(name, writableToolNames()) } })
    if (!tool) return { toolName: raw, category: 'exec', paths: [], command: undefined }
    const parsed = tool.input.safeParse(input)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw new AppError('permission.bad_call', {
        params: { tool: raw, field: issue?.path.join('.') || '{}', expected: issue && 'expected' in issue ? String(issue.expected) : '…' },
      })
    }
    const { category } = tool
    return {
      toolName: raw,
      category,
      paths: tool.paths(parsed.data),
      command: tool.command?.(parsed.data),
      domain: tool.domain?.(parsed.data),
    }
  }

  async function rulesOf(projectRoot: string): Promise<PermissionRule[]> {
    const { allow, ask, deny } = permissions.rules(await config.load(projectRoot))
    const of = (effect: RuleEffect, rules: typeof allow) => rules.map(({ text, source }) => ({ effect, rule: text, source }))
    return [...of('deny', deny), ...of('ask', ask), ...of('allow', allow)]
  }

  async function foldersOf(projectRoot: string): Promise<ExtraFolder[]> {
    const { listedFolders } = await config.load(projectRoot)
    return listedFolders.map(({ path: folder, source, problem }) => ({
      path: folder,
      source,
      ...(problem && { problem: toWireError(problem) }),
    }))
  }

  return {
    async check({ tool, input, mode }, { caller }) {
      const project = projectOf(services, caller)
      const effective = await config.load(project.path)
      const permission = await permissions.of(effective)
      const { decision, layer, rule, source, reason, parts, suggestions } = await permission.check({
        ...requestOf(tool, input),
        input,
        projectRoot: project.path,
        sessionDir: path.join(sessionsDir, 'none'),
        mode: mode ?? effective.defaultMode,
        sessionRules: [],
      })
      return {
        decision,
        layer,
        ...(rule !== undefined && { rule }),
        ...(source && { source }),
        reason: errorText(reason.code, reason.params, 'en').what,
        reasonCode: reason.code,
        reasonParams: { ...reason.params },
        parts,
        suggestions,
      }
    },
    async sandbox(_, { caller }) {
      const { level, source } = (await config.load(projectOf(services, caller).path)).sandbox
      const detail = await sandbox.problem()
      const problem = detail === undefined ? undefined : toWireError(new AppError('doctor.no_sandbox', { params: { detail } }))
      return { level, ...(source && { source }), backend: sandbox.backend, ...(problem && { problem }) }
    },
    policy: async () => policyView((await config.load(undefined)).policy),
    folders: (_, { caller }) => foldersOf(projectOf(services, caller).path),
    async addFolder({ path: folder, to }, { caller }) {
      const { path: root } = projectOf(services, caller)
      await config.addFolder(root, folder, to)
      audit.trustChanged({ projectRoot: root, item: `extra_folders ${folder}`, decision: 'allow' })
      announce({ type: 'settings.changed' })
      return foldersOf(root)
    },
    async removeFolder({ path: folder, from }, { caller }) {
      const { path: root } = projectOf(services, caller)
      await config.removeFolder(root, folder, from)
      audit.trustChanged({ projectRoot: root, item: `extra_folders ${folder}`, decision: 'revoke' })
      announce({ type: 'settings.changed' })
      return foldersOf(root)
    },
    rules: (_, { caller }) => rulesOf(projectOf(services, caller).path),
    async add({ effect, rule, to }, { caller }) {
      const { path: root } = projectOf(services, caller)
      if (!isMeaningfulRule(rule)) throw new AppError('permission.bad_rule', { params: { rule } })
      await config.addRule(root, { effect, rule }, to)
      return rulesOf(root)
    },
    async remove({ effect, rule, from }, { caller }) {
      const { path: root } = projectOf(services, caller)
      await config.removeRule(root, { effect, rule }, from)
      return rulesOf(root)
    },
  }
}

/** Undefined: it says nothing of them. */
function sourcesOf({ hosts, registries, onlyManaged }: Policy['skills']): string[] | undefined {
  const all = [...hosts, ...registries.map(({ name, url }) => `${name} (${url})`)]
  return all.length > 0 || onlyManaged ? all : undefined
}

function policyView(policy: Policy | undefined): ManagedPolicy | null {
  if (!policy) return null
  const { file, broken, forbidsBypass, ask, deny, sandbox, mcp, otel, skills, hooks, hookRules } = policy
  const list = (values: readonly string[] | undefined): string[] | undefined => values && [...values]
  return {
    file,
    ...(broken && { problem: toWireError(broken) }),
    providers: list(policy.providers),
    baseUrls: list(policy.baseUrls),
    models: list(policy.models),
    forbidsBypass,
    rules: ask.length + deny.length,
    sandbox: sandbox?.level,
    mcpServers: list(mcp.servers),
    mcpCommands: list(mcp.commands),
    mcpHosts: list(mcp.hosts),
    skillRegistries: sourcesOf(skills),
    onlyManagedSkills: skills.onlyManaged,
    hooks: hookRules,
    hookCommands: list(hooks?.allowed_commands),
    otelEndpoint: otel?.endpoint,
  }
}
