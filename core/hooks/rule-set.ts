import { AppError } from '../contract/errors.ts'
import type { HookEvent } from '../contract/hooks.ts'
import { programName, type ShellReader } from '../permission/index.ts'
import { createTrustJudge, type Definition } from '../config/trust/judge.ts'
import type { TrustRecord } from '../storage/types.ts'
import { readRules, type RuleFile, type RuleProblem } from './rules/index.ts'
import { definitionOf } from './trust.ts'
import type { HookAction, HookRule, PlacedRule } from './types.ts'

/** The rules of a project and its person, as they were read last. */
export interface RuleSet {
  readonly rules: readonly PlacedRule[]
  readonly problems: readonly RuleProblem[]
  /** Those that run, by event. */
  readonly active: ReadonlyMap<HookEvent, readonly HookRule[]>
}

export interface SetDeps {
  readonly shell: ShellReader
  readonly projectRoot: string | undefined
  readonly trust: TrustRecord
  readonly trustsAll: boolean
  /** Undefined: every program may be run. */
  readonly allowedCommands: readonly string[] | undefined
  readonly hasAgents: boolean
}

/** Reads the files as rules and says of each whether it runs. */
export async function buildRuleSet(files: readonly RuleFile[], deps: SetDeps): Promise<RuleSet> {
  const { rules: read, problems } = readRules(files)
  const rules = await Promise.all(read.map((placed) => settle(placed, deps)))
  const active = Map.groupBy(
    rules.flatMap(({ rule, state }) => (state === 'active' ? [rule] : [])),
    ({ event }) => event,
  )
  return { rules, problems, active }
}

async function settle(placed: PlacedRule, deps: SetDeps): Promise<PlacedRule> {
  const { rule, state } = placed
  if (state !== 'active') return placed
  const refused = await refusedProgram(rule.action, deps)
  if (refused !== undefined) return { rule, state: 'broken', problem: new AppError('hook.not_allowed', { params: { program: refused } }) }
  if (rule.action.type === 'subagent' && !deps.hasAgents) return { rule, state: 'broken', problem: new AppError('hook.no_agents') }
  if (rule.source !== 'project' || deps.projectRoot === undefined) return placed
  const trusted = judgeTrust(await definitionOf(rule, deps.projectRoot, deps.shell), deps)
  if (trusted === 'trusted') return placed
  return { rule, state: trusted, problem: new AppError(trusted === 'modified' ? 'hook.modified' : 'hook.untrusted') }
}

/** Whether a project's definition is what a person said yes to. */
export function judgeTrust(
  definition: Definition,
  { projectRoot = '', trust, trustsAll }: Pick<SetDeps, 'projectRoot' | 'trust' | 'trustsAll'>,
): 'trusted' | 'untrusted' | 'modified' {
  const judge = createTrustJudge({ projectRoot, record: trust, all: trustsAll })
  if (judge.allows(definition)) return 'trusted'
  return judge.items[0]?.state === 'modified' ? 'modified' : 'untrusted'
}

/** The first program of a shell action that is not on the list; undefined: all are. */
async function refusedProgram(action: HookAction, { allowedCommands, shell }: SetDeps): Promise<string | undefined> {
  if (action.type !== 'shell' || allowedCommands === undefined) return undefined
  const isAllowed = (program: string): boolean => allowedCommands.includes(program) || allowedCommands.includes(programName(program))
  if (action.args) return [action.args[0] ?? ''].find((program) => !isAllowed(program))
  const { commands } = await shell.read(action.command ?? '')
  for (const { words, text } of commands) {
    const [first] = words
    if (!first?.isKnown) return text
    if (!isAllowed(first.text)) return first.text
  }
  return undefined
}
