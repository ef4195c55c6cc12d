import { readConfigText } from '../config/yaml-file.ts'
import type { Definition } from '../config/trust/judge.ts'
import { AppError } from '../contract/errors.ts'
import type { HookEvent } from '../contract/hooks.ts'
import { minimalEnvironment, type Environment } from '../platform/index.ts'
import type { ShellReader } from '../permission/index.ts'
import type { HookMarkRepository } from '../storage/hook-types.ts'
import type { TrustRecord } from '../storage/types.ts'
import type { WebAccess } from '../tools/index.ts'
import { createBackground, type BackgroundRun } from './background.ts'
import { createQueues } from './in-order.ts'
import { projectFile, userFile } from './places.ts'
import { readRules, type RuleFile } from './rules/index.ts'
import type { RuleResult, RunDeps } from './run/index.ts'
import { runEvent, type EventDeps } from './run-event.ts'
import { buildRuleSet, judgeTrust, type RuleSet } from './rule-set.ts'
import { definitionOf } from './trust.ts'
import {
  SAID_NOTHING,
  type FinishedRun,
  type HookFields,
  type HookPlace,
  type HookRule,
  type HookVerdict,
  type OnFailure,
  type RunSubagent,
} from './types.ts'

/** What configuration says of hooks in a project now. */
export interface HookSurroundings {
  readonly allowedCommands: readonly string[] | undefined
  readonly allowedHosts: readonly string[]
  readonly onFailure: OnFailure
  /** Variables of the person's that hooks get; none that holds a key. */
  readonly passed: Readonly<Record<string, string>>
  readonly isSecretVariable: (name: string) => boolean
  readonly confine: RunDeps['confine']
}

export interface HooksDeps {
  /** `MEWCODE_HOME`. */
  readonly home: string
  /** The policy's file; need not be there. */
  readonly managed: string
  /** What the plugins that are switched on bring, in our words. */
  readonly pluginFiles?: (projectRoot: string | undefined) => Promise<readonly RuleFile[]>
  readonly env: Environment
  readonly shell: ShellReader
  readonly web: WebAccess
  readonly now: () => number
  readonly surroundingsOf: (projectRoot: string | undefined) => Promise<HookSurroundings>
  readonly trustOf: (projectRoot: string) => TrustRecord
  readonly trustsAll: boolean
  readonly marks: HookMarkRepository
  readonly redact: (text: string) => string
  /** Keeps a run; `line` is what it was given. */
  readonly keep: (run: FinishedRun, place: HookPlace, line: string) => void
  /** The conversation as lines of a file, for programs of other products. */
  readonly transcriptOf: RunDeps['transcriptOf']
  /** Undefined: rules that start an agent are broken. */
  readonly runSubagent?: RunSubagent | undefined
}

/** The rules of users, projects and administrators, and their runs. */
export interface Hooks {
  /**
   * Raises an event: its rules run one after the other, and after those of earlier events of the same agent.
   */
  dispatch(event: HookEvent, place: HookPlace, fields: HookFields, signal?: AbortSignal): Promise<HookVerdict>
  /** Reads the rules anew: from here on they are as they stand in the files. */
  refresh(projectRoot: string): Promise<void>
  /** What rules want the model to be told, each once. */
  takePrompts(place: Pick<HookPlace, 'sessionId' | 'agent'>): readonly string[]
  /** The session is left: its background runs end. `forgets`: rules that run once may run again. */
  leave(sessionId: string, options: { forgets: boolean }): Promise<void>
  /** As the files are now; without a project the person's and the administrator's. */
  read(projectRoot: string | undefined): Promise<RuleSet>
  /** What a text would come to as a file of the person's. */
  check(text: string, file: string): Promise<RuleSet>
  /** Runs what matches once, and keeps and marks nothing. */
  test(
    event: HookEvent,
    place: HookPlace,
    fields: HookFields,
    options: { text?: string | undefined; signal: AbortSignal },
  ): Promise<HookVerdict>
  running(): readonly BackgroundRun[]
  /** What of the project's rules a person has to look at. */
  definitions(projectRoot: string): Promise<readonly Definition[]>
  close(): Promise<void>
}

const NEVER = new AbortController().signal

export function createHooks(deps: HooksDeps): Hooks {
  const sets = new Map<string, Promise<Loaded>>()
  const prompts = new Map<string, string[]>()
  const claimed = new Set<string>()
  /** Agents that hooks started. */
  const ofHooks = new Set<string>()
  const inOrder = createQueues()
  const background = createBackground(deps.now)
  const load = (projectRoot: string): Promise<Loaded> => {
    const loading = loadSet(deps, projectRoot)
    sets.set(projectRoot, loading)
    return loading
  }

  async function raise(
    surroundings: HookSurroundings,
    {
      event,
      place,
      fields,
      rules,
      signal,
    }: { event: HookEvent; place: HookPlace; fields: HookFields; rules: readonly HookRule[]; signal: AbortSignal },
  ): Promise<HookVerdict> {
    const key = agentKey(place)
    const onceKey = ({ name }: HookRule): string => `${place.sessionId}\n${name}`
    const finish = (rule: HookRule, { run }: RuleResult, line: string): void => {
      claimed.delete(onceKey(rule))
      if (rule.onlyOnce && !run.failure) deps.marks.add(place.sessionId, rule.name)
      deps.keep(run, place, line)
      place.onRun?.(run)
    }
    const eventDeps: EventDeps = {
      ...baseDeps(deps, surroundings, (id) => ofHooks.add(id)),
      async mayRun(rule) {
        if (rule.action.type === 'subagent' && place.lineage?.some((id) => ofHooks.has(id))) return false
        if (rule.onlyOnce && (claimed.has(onceKey(rule)) || deps.marks.has(place.sessionId, rule.name))) return false
        if (!(await isStillTrusted(deps, rule, place.projectRoot))) return false
        if (rule.onlyOnce) claimed.add(onceKey(rule))
        return true
      },
      startAsync: (rule, run) =>
        background.start(rule, place, async (own) => {
          const result = await run(own)
          finish(rule, result, '')
          if (!own.aborted && result.prompt !== '') addPrompts(key, [result.prompt])
        }),
      onEnd: finish,
    }
    const verdict = await runEvent({ event, place, fields, rules, signal }, eventDeps)
    addPrompts(key, verdict.prompts)
    return verdict
  }

  function addPrompts(key: string, added: readonly string[]): void {
    if (added.length > 0) prompts.set(key, [...(prompts.get(key) ?? []), ...added])
  }

  return {
    async dispatch(event, place, fields, signal = NEVER) {
      const loaded = await (sets.get(place.projectRoot) ?? load(place.projectRoot))
      const rules = loaded.set.active.get(event)
      const { surroundings } = loaded
      if (!rules || !surroundings) return SAID_NOTHING
      return inOrder(agentKey(place), () => raise(surroundings, { event, place, fields, rules, signal }))
    },
    async refresh(projectRoot) {
      await load(projectRoot)
    },
    takePrompts(place) {
      const key = agentKey(place)
      const taken = prompts.get(key) ?? []
      prompts.delete(key)
      return taken
    },
    async leave(sessionId, { forgets }) {
      await background.end(sessionId)
      for (const key of prompts.keys()) if (key.startsWith(`${sessionId}/`)) prompts.delete(key)
      if (forgets) deps.marks.clear(sessionId)
    },
    read: async (projectRoot) => (await loadSet(deps, projectRoot)).set,
    check: async (text, file) => buildSet(deps, undefined, [{ source: 'user', path: file, text }]),
    async test(event, place, fields, { text, signal }) {
      const loaded = await loadSet(deps, place.projectRoot)
      const set = text === undefined ? loaded.set : await buildSet(deps, place.projectRoot, [{ source: 'user', path: 'hooks.yaml', text }])
      const rules = (set.active.get(event) ?? []).map((rule) => ({ ...rule, isAsync: false }))
      const surroundings = loaded.surroundings ?? (await deps.surroundingsOf(place.projectRoot))
      const nothing = (): void => undefined
      return runEvent(
        { event, place, fields, rules, signal },
        { ...baseDeps(deps, surroundings, (id) => ofHooks.add(id)), mayRun: async () => true, startAsync: nothing, onEnd: nothing },
      )
    },
    running: () => background.list(),
    async definitions(projectRoot) {
      const file = projectFile(projectRoot)
      const text = await readConfigText(file).catch(() => undefined)
      const brought = ((await deps.pluginFiles?.(projectRoot)) ?? []).filter(({ source }) => source === 'project')
      const own = text === undefined ? [] : [{ source: 'project' as const, path: file, text }]
      const { rules } = readRules([...own, ...brought])
      const definitions = await Promise.all(rules.map(({ rule }) => definitionOf(rule, projectRoot, deps.shell)))
      return definitions.map((one) => ({ ...one, text: deps.redact(one.text) }))
    },
    close: () => background.end(),
  }
}

interface Loaded {
  readonly set: RuleSet
  /** Undefined where there is nothing to run. */
  readonly surroundings: HookSurroundings | undefined
}

function agentKey({ sessionId, agent }: Pick<HookPlace, 'sessionId' | 'agent'>): string {
  return `${sessionId}/${agent?.id ?? ''}`
}

async function loadSet(deps: HooksDeps, projectRoot: string | undefined): Promise<Loaded> {
  const places = [
    { source: 'managed', path: deps.managed },
    ...(projectRoot === undefined ? [] : [{ source: 'project' as const, path: projectFile(projectRoot) }]),
    { source: 'user', path: userFile(deps.home) },
  ] as const
  const unread: RuleSet['problems'][number][] = []
  const read = await Promise.all(
    places.map(async ({ source, path: file }): Promise<readonly RuleFile[]> => {
      try {
        const text = await readConfigText(file)
        return text === undefined ? [] : [{ source, path: file, text }]
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        unread.push({ file, line: 1, rule: '', level: 'error', problem: error })
        return []
      }
    }),
  )
  const files = [...read.flat(), ...((await deps.pluginFiles?.(projectRoot)) ?? [])]
  const surroundings = files.length === 0 ? undefined : await deps.surroundingsOf(projectRoot)
  const set = await buildSet(deps, projectRoot, files, surroundings)
  return { set: { ...set, problems: [...unread, ...set.problems] }, surroundings }
}

async function buildSet(
  deps: HooksDeps,
  projectRoot: string | undefined,
  files: readonly RuleFile[],
  surroundings?: HookSurroundings,
): Promise<RuleSet> {
  const allowedCommands = files.length === 0 ? undefined : (surroundings ?? (await deps.surroundingsOf(projectRoot))).allowedCommands
  return buildRuleSet(files, {
    shell: deps.shell,
    projectRoot,
    trust: projectRoot === undefined ? { decision: 'none', items: new Map() } : deps.trustOf(projectRoot),
    trustsAll: deps.trustsAll,
    allowedCommands,
    hasAgents: deps.runSubagent !== undefined,
  })
}

function baseDeps(
  deps: HooksDeps,
  surroundings: HookSurroundings,
  onAgent: RunDeps['onAgent'],
): Pick<EventDeps, 'shell' | 'run' | 'onFailure' | 'redact'> {
  const { env, home, web, runSubagent, transcriptOf, redact, shell } = deps
  const { allowedHosts, onFailure, passed, isSecretVariable, confine } = surroundings
  const environmentFor = ({ projectRoot, sessionId }: HookPlace): Record<string, string> => ({
    ...minimalEnvironment(env),
    ...passed,
    MEWCODE_HOME: home,
    MEWCODE_PROJECT_DIR: projectRoot,
    MEWCODE_SESSION_ID: sessionId,
  })
  return {
    shell,
    onFailure,
    redact,
    run: { env, environmentFor, confine, web, allowedHosts, isSecretVariable, transcriptOf, runSubagent, onAgent },
  }
}

/** The script may be another than the one that was looked at, or the trust taken back. */
async function isStillTrusted(deps: HooksDeps, rule: HookRule, projectRoot: string): Promise<boolean> {
  if (rule.source !== 'project') return true
  const definition = await definitionOf(rule, projectRoot, deps.shell)
  return judgeTrust(definition, { projectRoot, trust: deps.trustOf(projectRoot), trustsAll: deps.trustsAll }) === 'trusted'
}
