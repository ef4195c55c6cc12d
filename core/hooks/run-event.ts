import { canonicalJson } from '../base/canonical-json.ts'
import type { HookEvent } from '../contract/hooks.ts'
import type { ShellReader } from '../permission/index.ts'
import { payloadOf } from './payload.ts'
import { createJudge } from './rules/index.ts'
import { runRule, type RuleResult, type RunDeps } from './run/index.ts'
import {
  SAID_NOTHING,
  type FinishedRun,
  type HookFields,
  type HookPlace,
  type HookRule,
  type HookVerdict,
  type OnFailure,
} from './types.ts'

export interface EventRun {
  readonly event: HookEvent
  readonly place: HookPlace
  readonly fields: HookFields
  /** Of this event, in order. */
  readonly rules: readonly HookRule[]
  readonly signal: AbortSignal
}

export interface EventDeps {
  readonly shell: ShellReader
  readonly run: RunDeps
  readonly onFailure: OnFailure
  readonly redact: (text: string) => string
  /** Last look at a rule that matches, right before it runs. */
  readonly mayRun: (rule: HookRule) => Promise<boolean>
  /** Starts a rule nobody waits for. */
  readonly startAsync: (rule: HookRule, run: (signal: AbortSignal) => Promise<RuleResult>) => void
  readonly onEnd: (rule: HookRule, result: RuleResult, line: string) => void
}

/** Runs the rules that match, one after the other; the first that blocks is the last that runs. */
export async function runEvent({ event, place, fields, rules, signal }: EventRun, deps: EventDeps): Promise<HookVerdict> {
  let payload = payloadOf(event, place, fields)
  let judge = createJudge(payload, deps.shell)
  let line: string | undefined
  const results: RuleResult[] = []
  for (const rule of rules) {
    const hit = judge(rule.condition)
    if (hit === false || (hit !== true && !(await hit))) continue
    if (signal.aborted) break
    if (!(await deps.mayRun(rule))) continue
    line ??= canonicalJson(payload)
    const given = { payload, line, place, onFailure: deps.onFailure, redact: deps.redact }
    if (rule.isAsync) {
      deps.startAsync(rule, (own) => runRule(rule, { ...given, signal: own }, deps.run))
      continue
    }
    const result = await runRule(rule, { ...given, signal }, deps.run)
    results.push(result)
    deps.onEnd(rule, result, line)
    if (result.word === 'block' || result.stops) break
    if (result.updatedInput && 'tool_input' in payload) {
      // The rules behind it judge what would run.
      payload = { ...payload, tool_input: result.updatedInput }
      judge = createJudge(payload, deps.shell)
      line = undefined
    }
  }
  return results.length === 0 ? SAID_NOTHING : verdictOf(results)
}

function verdictOf(results: readonly RuleResult[]): HookVerdict {
  const first = (wanted: (result: RuleResult) => boolean): { by: string; reason: string } | undefined => {
    const found = results.find(wanted)
    return found && { by: found.run.rule, reason: found.run.reason }
  }
  const ask = first(({ word }) => word === 'ask')
  return {
    block: first(({ word }) => word === 'block'),
    ask,
    allow: ask ? undefined : first(({ word }) => word === 'allow'),
    stop: first(({ stops }) => stops),
    updatedInput: results.findLast(({ updatedInput }) => updatedInput)?.updatedInput,
    prompts: results.flatMap(({ prompt }) => (prompt === '' ? [] : [prompt])),
    runs: results.map(({ run }): FinishedRun => run),
  }
}
