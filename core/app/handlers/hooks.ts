import { stringify } from 'yaml'
import { closest } from '../../base/closest.ts'
import { Mode } from '../../contract/common.ts'
import { AppError, toWireError } from '../../contract/errors.ts'
import { HookEvent, type HookProblem, type HookRuleInfo, type HookTrial } from '../../contract/hooks.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { Caller } from '../../contract/method.ts'
import { saveRule, subjectOf, switchRule, type HookFields, type HookPlace, type HookVerdict, type RuleSet } from '../../hooks/index.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'
import { hookImportHandlers } from './hook-import.ts'

export function hookHandlers(services: Services): RpcHandlers['hooks'] {
  const { hooks, storage, config, platform } = services
  const rootOf = (caller: Caller): string | undefined => (caller.projectId === undefined ? undefined : projectOf(services, caller).path)

  async function describe(set: RuleSet, projectRoot: string | undefined): Promise<{ rules: HookRuleInfo[]; problems: HookProblem[] }> {
    const { hooks: settings } = await config.load(projectRoot)
    const names = set.rules.map(({ rule }) => rule.name)
    const counts = storage.hookRuns.counts(projectRoot ?? '', names)
    const rules = set.rules.map(({ rule, state, problem }): HookRuleInfo => {
      const { name, event, source, plugin, file, line, condition, isAsync, onlyOnce, timeoutMs, onFailure = settings.onFailure } = rule
      const { runs = 0, blocked = 0, failures = 0 } = counts.get(name) ?? {}
      return {
        name,
        event,
        source,
        ...(plugin && { plugin: plugin.id }),
        file,
        line,
        state,
        ...(problem && { problem: toWireError(problem) }),
        action: rule.action.type,
        subject: subjectOf(rule.action),
        isConditional: condition !== undefined,
        isAsync,
        onlyOnce,
        timeoutMs,
        onFailure,
        yaml: stringify(rule.definition),
        runs,
        blocked,
        failures,
      }
    })
    const problems = set.problems.map(({ problem, ...where }) => ({ ...where, problem: toWireError(problem) }))
    return { rules, problems }
  }

  async function trial(
    projectRoot: string,
    { event, payload, text, signal }: { event: HookEvent; payload: HookFields; text?: string | undefined; signal: AbortSignal },
  ): Promise<HookTrial> {
    const place: HookPlace = {
      sessionId: 'test',
      turnId: '',
      projectRoot,
      mode: Mode.catch('default').parse(payload['mode']),
    }
    return toTrial(await hooks.test(event, place, payload, { text, signal }))
  }

  return {
    ...hookImportHandlers(services),
    async list(_, { caller }) {
      const root = rootOf(caller)
      return { ...(await describe(await hooks.read(root), root)), running: [...hooks.running()] }
    },
    check: async ({ text, file }, { caller }) => describe(await hooks.check(text, file), rootOf(caller)),
    async test({ event, payload, text }, { caller, signal }) {
      const known = HookEvent.safeParse(event)
      if (!known.success) {
        const near = closest(event, HookEvent.options)
        throw new AppError('hook.unknown_event', { params: { value: event, near, known: HookEvent.options.join(', ') } })
      }
      return trial(projectOf(services, caller).path, { event: known.data, payload, text, signal })
    },
    log: async ({ rule, before, limit }, { caller }) =>
      storage.hookRuns.page({ projectRoot: projectOf(services, caller).path, rule, before, limit }),
    async replay({ id }, { caller, signal }) {
      const { path: projectRoot } = projectOf(services, caller)
      const row = storage.hookRuns.get(projectRoot, id)
      if (!row) throw new AppError('hook.no_such_run')
      if (row.payload === '') throw new AppError('hook.payload_not_kept')
      return trial(projectRoot, { event: row.event, payload: JSON.parse(row.payload), signal })
    },
    async setEnabled({ name, isEnabled }, { caller }) {
      const root = rootOf(caller)
      const found = (await hooks.read(root)).rules.find(({ rule }) => rule.name === name)
      if (!found) throw new AppError('hook.not_found', { params: { name } })
      if (found.rule.source === 'managed') throw new AppError('hook.managed', { params: { name, file: found.rule.file } })
      await switchRule(platform.paths.home, { name, isEnabled, isOwn: found.rule.source === 'user' && !found.rule.plugin })
      services.announce({ type: 'settings.changed' })
      return {}
    },
    async save({ yaml, to }, { caller }) {
      const root = rootOf(caller)
      await saveRule({ home: platform.paths.home, projectRoot: to === 'project' ? projectOf(services, caller).path : undefined, yaml })
      services.announce({ type: 'settings.changed' })
      return describe(await hooks.read(root), root)
    },
  }
}

function toTrial({ block, stop, prompts, updatedInput, runs }: HookVerdict): HookTrial {
  const no = block ?? stop
  return {
    blocked: no !== undefined,
    by: no?.by ?? '',
    reason: no?.reason ?? '',
    prompts: [...prompts],
    updatedInput: updatedInput ?? null,
    runs: runs.map(({ rule, outcome, exitCode, durationMs, reason, stdout, stderr }) => ({
      rule,
      outcome,
      exitCode,
      durationMs,
      reason,
      stdout,
      stderr,
    })),
  }
}
