import { givesContext, isBlocking, sendsOn } from '../events.ts'
import { AppError } from '../../contract/errors.ts'
import { canonicalJson } from '../../base/canonical-json.ts'
import { errorText } from '../../contract/error-texts.ts'
import type { HookOutcome } from '../../contract/hooks.ts'
import { dialectVariables, inDialect, ourAnswer, ourInput, type HookDialect } from '../dialects/index.ts'
import type { FinishedRun, HookFields, HookPlace, HookRule, OnFailure } from '../types.ts'
import { readDecision } from './decision.ts'
import { runHttp } from './run-http.ts'
import { runShell, type ShellRun } from './run-shell.ts'
import { failed, said, type RawRun, type RunDeps } from './types.ts'

/** Of what it printed, in characters, as it is kept and shown. */
const KEPT_CHARS = 4_000
/** Of a reason or of what the model is told, in characters. */
const TOLD_CHARS = 10_000

export interface RuleRun {
  readonly payload: HookFields
  /** The payload as one JSON line with sorted keys. */
  readonly line: string
  readonly place: HookPlace
  readonly signal: AbortSignal
  /** For a rule that says nothing of it. */
  readonly onFailure: OnFailure
  readonly redact: (text: string) => string
}

/** What one rule's run means at its event. */
export interface RuleResult {
  readonly run: FinishedRun
  readonly word: 'block' | 'ask' | 'allow' | undefined
  readonly stops: boolean
  readonly updatedInput: Readonly<Record<string, unknown>> | undefined
  /** For the model. */
  readonly prompt: string
}

/** Runs one rule's action and says what it means. Never rejects. */
export async function runRule(rule: HookRule, given: RuleRun, deps: RunDeps): Promise<RuleResult> {
  const startedAt = performance.now()
  const raw = await runAction(rule, given, deps).catch((error: unknown) => failed(error instanceof Error ? error.message : String(error)))
  const durationMs = Math.round(performance.now() - startedAt)
  const { redact } = given
  const clean = (text: string, chars: number): string => cut(redact(text), chars)
  const { word, failure, reason } = meaningOf(rule, raw, given.onFailure)
  const stops = raw.decision?.goesOn === false
  const outcome: HookOutcome = stops ? 'stopped' : word ? OUTCOMES[word] : failure ? 'failed' : 'passed'
  const message = raw.decision?.message
  return {
    run: {
      rule: rule.name,
      event: rule.event,
      source: rule.source,
      outcome,
      exitCode: raw.exitCode,
      durationMs,
      reason: clean(stops ? raw.decision?.stopReason || reason : reason, TOLD_CHARS),
      stdout: clean(raw.stdout, KEPT_CHARS),
      stderr: clean(raw.stderr, KEPT_CHARS),
      stdoutBytes: raw.stdoutBytes,
      stderrBytes: raw.stderrBytes,
      failure,
      message: message ? clean(message, TOLD_CHARS) : undefined,
    },
    word,
    stops,
    updatedInput: failure ? undefined : ourArguments(rule, given.payload, raw.decision?.updatedInput),
    prompt: clean(promptOf(rule, raw, failure !== undefined), TOLD_CHARS),
  }
}

const OUTCOMES = { block: 'blocked', ask: 'asked', allow: 'allowed' } as const

async function runAction(rule: HookRule, { payload, line, place, signal }: RuleRun, deps: RunDeps): Promise<RawRun> {
  const { action, timeoutMs, source } = rule
  switch (action.type) {
    case 'prompt':
      return said(action.text)
    case 'shell': {
      const { env, ...theirs } = rule.dialect ? await inItsWords(rule.dialect, payload, place, deps) : {}
      const plugin: Record<string, string> = rule.plugin ? { CLAUDE_PLUGIN_ROOT: rule.plugin.folder } : {}
      return runShell(action, { payload: line, place, timeoutMs, signal, ...theirs, env: { ...env, ...plugin } }, deps)
    }
    case 'http':
      return runHttp(action, { payload, line, source, isAsked: isBlocking(rule.event), timeoutMs, signal }, deps)
    case 'subagent': {
      if (!deps.runSubagent) throw new AppError('hook.no_agents')
      const limit = AbortSignal.timeout(Math.ceil(timeoutMs))
      const { agentName, prompt } = action
      const asked = {
        agentName,
        prompt,
        payload: line,
        place,
        isTrusted: true,
        signal: AbortSignal.any([signal, limit]),
        onStart: deps.onAgent,
      }
      const answer = await deps.runSubagent(asked)
      if (limit.aborted) return failed(`it took longer than ${timeoutMs / 1_000} s`)
      const read = readDecision(answer)
      if (read.kind === 'wrong') return { ...said(answer), failure: { detail: read.detail } }
      if (read.kind === 'none') return said(answer)
      const { decision } = read
      return { ...said(answer), saysNo: decision.word === 'deny', reason: decision.reason, decision, isPlain: false }
    }
  }
}

/** For a program that was written for another product. */
async function inItsWords(
  dialect: HookDialect,
  payload: HookFields,
  place: HookPlace,
  deps: RunDeps,
): Promise<Pick<ShellRun, 'payload' | 'env' | 'asOurs'>> {
  return {
    payload: canonicalJson(inDialect(dialect, payload, await deps.transcriptOf(place))),
    env: dialectVariables(dialect, payload),
    asOurs: (output) => ourAnswer(dialect, output),
  }
}

function ourArguments({ dialect }: HookRule, payload: HookFields, updated: RuleResult['updatedInput']): RuleResult['updatedInput'] {
  const tool = payload['tool_name']
  return dialect && updated && typeof tool === 'string' ? ourInput(dialect, tool, updated) : updated
}

/** An event that asks nobody has nothing to block: then the word is a failure that says so. */
function meaningOf(
  rule: HookRule,
  raw: RawRun,
  usual: OnFailure,
): { word: RuleResult['word']; failure: AppError | undefined; reason: string } {
  const { event } = rule
  const canBlock = isBlocking(event)
  const given = raw.failure
  const detail =
    given === undefined ? undefined : 'error' in given ? errorText(given.error.code, given.error.params, 'en').what : given.detail
  if (detail === undefined) {
    const said = raw.saysNo ? 'block' : raw.decision?.word === 'deny' ? 'block' : raw.decision?.word
    if (said !== 'block' || canBlock) return { word: canBlock ? said : undefined, failure: undefined, reason: raw.reason }
    return failing(rule, `it said no, but ${event} has nothing to block. ${raw.reason}`.trim())
  }
  const policy = canBlock ? (rule.onFailure ?? (sendsOn(event) ? 'allow' : usual)) : 'allow'
  if (raw.isLaunch && policy === 'allow') {
    const params = { hook: rule.name, detail: detail.slice(0, 1_000) }
    return { word: undefined, failure: new AppError('hook.broken', { params }), reason: detail }
  }
  if (policy === 'allow') return failing(rule, detail)
  const params = { hook: rule.name, event, detail: detail.slice(0, 1_000) }
  const failure = new AppError('hook.failed_closed', { params })
  return { word: policy, failure, reason: errorText(failure.code, failure.params, 'en').what }
}

function failing({ name, event }: HookRule, detail: string): ReturnType<typeof meaningOf> {
  const params = { hook: name, event, detail: detail.slice(0, 1_000) }
  return { word: undefined, failure: new AppError('hook.failed', { params }), reason: detail }
}

function promptOf({ name, action, event }: HookRule, raw: RawRun, hasFailed: boolean): string {
  if (hasFailed || raw.saysNo) return ''
  if (action.type === 'prompt') return action.text
  const context = raw.decision?.context
  if (context) return `[hook ${name}] ${context}`
  const isContext = raw.isPlain && (action.type === 'subagent' || (action.type === 'shell' && givesContext(event)))
  const text = raw.stdout.trim()
  return isContext && text !== '' ? `[hook ${name}] ${text}` : ''
}

function cut(text: string, chars: number): string {
  return text.length <= chars ? text : `${text.slice(0, chars).toWellFormed()}\n(cut: ${text.length} characters)`
}
