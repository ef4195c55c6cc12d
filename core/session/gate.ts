import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Decision, RunnableCall } from '../agent/index.ts'
import { newId } from '../base/ids.ts'
import type { ApprovalOutcome } from '../contract/common.ts'
import { errorText } from '../contract/error-texts.ts'
import { AppError } from '../contract/errors.ts'
import type { Approval } from '../contract/events.ts'
import type { Permission, Verdict } from '../permission/index.ts'
import { linkTarget, openRegularFile } from '../platform/index.ts'
import type { ToolContext } from '../tools/types.ts'
import type { LiveSession } from './live-session.ts'
import type { ApprovalAnswer } from './types.ts'

/** Bytes. A larger file cannot be edited; its size and time stand for its content. */
const MAX_HASHED = 20 * 1024 * 1024

export interface GateDeps {
  readonly live: LiveSession
  readonly turnId: string
  readonly permission: Permission
  readonly headless: boolean
  readonly contextFor: (toolCallId: string, signal: AbortSignal) => ToolContext
}

/** Decides calls: permission first, then a person where it asks. The mode is the session's at that moment. */
export function createGate(deps: GateDeps): (call: RunnableCall, signal: AbortSignal) => Promise<Decision> {
  return async (call, signal) => {
    for (;;) {
      const verdict = await check(deps, call)
      if (verdict.decision === 'allow') return { kind: 'run', allowed: allowedBy(verdict), ...placesOf(verdict, call) }
      if (verdict.decision === 'deny') return refused(verdict)
      if (deps.headless) return refusedUnasked(verdict)
      const before = await fileVersions(deps, call)
      const answer = await ask(deps, { call, verdict, signal })
      if (answer === 'stopped') return { kind: 'interrupted', approval: { decision: 'expired', scope: 'once', by: 'cancel' } }
      if (answer.decision === 'no') return refusedByUser(answer, verdict)
      // What was shown is no longer what would happen: ask again.
      if (before !== (await fileVersions(deps, call))) continue
      // Links and mode may have changed while the person read; a denial stands whatever they said.
      const again = await check(deps, call)
      if (again.decision === 'deny') return refused(again)
      // The answer was about another place.
      if (again.decision === 'ask' && again.suggestedRule !== verdict.suggestedRule) continue
      return { kind: 'run', allowed: allowedBy(verdict), ...placesOf(again, call), approval: outcomeOf(answer) }
    }
  }
}

function allowedBy({ layer, rule }: Verdict): { layer: Verdict['layer']; rule?: string } {
  return { layer, ...(rule !== undefined && { rule }) }
}

/** A write goes where it was judged to go. */
function placesOf({ places }: Verdict, { tool }: RunnableCall): { places?: readonly string[] } {
  return tool.category === 'write' && places.length > 0 ? { places } : {}
}

/** The layers' word on a call, before anybody is asked. */
export function check({ live, permission }: Pick<GateDeps, 'live' | 'permission'>, { tool, input }: RunnableCall): Promise<Verdict> {
  return permission.check({
    toolName: tool.name,
    category: tool.category,
    input,
    paths: tool.paths(input),
    command: tool.command?.(input),
    domain: tool.domain?.(input),
    projectRoot: live.projectRoot,
    sessionDir: live.dir,
    mode: live.record.mode,
    sessionRules: [...live.grants],
  })
}

async function ask(
  { live, turnId, contextFor }: GateDeps,
  { call, verdict, signal }: { call: RunnableCall; verdict: Verdict; signal: AbortSignal },
): Promise<ApprovalAnswer | 'stopped'> {
  const { tool, toolCallId, input } = call
  const context = contextFor(toolCallId, signal)
  const preview = await tool.preview?.(input, context)
  const diff = preview === undefined ? undefined : context.redact(preview)
  if (signal.aborted) return 'stopped'
  const approval: Approval = {
    approvalId: newId(),
    toolCallId,
    toolName: tool.name,
    input,
    category: tool.category,
    reason: inEnglish(verdict),
    reasonCode: verdict.reason.code,
    reasonParams: { ...verdict.reason.params },
    parts: verdict.parts,
    ...(diff !== undefined && { diff }),
    cwd: workingFolder(live, call),
    sessionRule: verdict.suggestedRule,
    suggestions: verdict.suggestions,
    layer: verdict.layer,
    expiresOn: verdict.expiresOn,
  }
  const settled = Promise.withResolvers<ApprovalAnswer | 'stopped'>()
  const settle = (answer: ApprovalAnswer | 'stopped'): void => {
    if (!live.pending.delete(approval.approvalId)) return
    const outcome: ApprovalOutcome = answer === 'stopped' ? { decision: 'expired', scope: 'once', by: 'cancel' } : outcomeOf(answer)
    live.emit(turnId, { type: 'approval.resolved', approvalId: approval.approvalId, toolCallId, ...outcome })
    settled.resolve(answer)
    if (answer === 'stopped') return
    const kept = ruleToKeep(approval, answer)
    // The running turn has read its rules already.
    if (kept !== undefined) live.grants.add(kept)
    if (kept !== undefined || answer.decision === 'session') grant(live, approval.sessionRule)
  }
  live.pending.set(approval.approvalId, { approval, settle })
  const onStop = (): void => settle('stopped')
  signal.addEventListener('abort', onStop, { once: true })
  live.emit(turnId, { type: 'approval.requested', ...approval })
  const answer = await settled.promise
  signal.removeEventListener('abort', onStop)
  return answer
}

/** The rule an "always" keeps; undefined for other answers. `AppError('approval.not_offered')` for one that was not offered. */
export function ruleToKeep({ suggestions }: Approval, { decision, rule }: ApprovalAnswer): string | undefined {
  if (decision !== 'always') return undefined
  const chosen = rule ?? suggestions[0]?.rule
  if (chosen === undefined || !suggestions.some((offered) => offered.rule === chosen)) throw new AppError('approval.not_offered')
  return chosen
}

/** Keeps the rule for the session, and answers what waits for the same one. */
function grant(live: LiveSession, rule: string): void {
  live.grants.add(rule)
  for (const { approval, settle } of [...live.pending.values()]) {
    if (approval.sessionRule === rule) settle({ approvalId: approval.approvalId, decision: 'session' })
  }
}

function outcomeOf({ decision, reason }: ApprovalAnswer): ApprovalOutcome {
  return {
    decision: decision === 'no' ? 'deny' : 'allow',
    scope: decision === 'session' || decision === 'always' ? decision : 'once',
    by: 'user',
    ...(reason !== undefined && reason !== '' && { reason }),
  }
}

function refused(verdict: Verdict): Decision {
  const { layer, rule } = verdict
  const named = rule === undefined ? `layer ${layer}` : `layer ${layer}, rule ${rule}`
  return {
    kind: 'refuse',
    text: `Denied: ${inEnglish(verdict)} (${named}) Do not try to reach the same end another way; say what you would need.`,
    meta: deniedMeta(verdict),
  }
}

function refusedUnasked(verdict: Verdict): Decision {
  const text = `Denied: ${inEnglish(verdict)} (layer ${verdict.layer}) Nobody can be asked in this run. ${wayOut(verdict)}`
  return { kind: 'refuse', text, meta: deniedMeta({ ...verdict, rule: verdict.allowRule ?? verdict.rule }) }
}

function wayOut({ allowRule, parts }: Verdict): string {
  if (allowRule !== undefined) return `The rule ${allowRule} would allow this call.`
  const hint =
    parts.length > 0 ? ' Plain commands inside the project, without variables, patterns and redirections, are the ones a rule covers.' : ''
  return `No rule would allow this call.${hint}`
}

function refusedByUser(answer: ApprovalAnswer, verdict: Verdict): Decision {
  const said = answer.reason?.trim()
  return {
    kind: 'refuse',
    text: said
      ? `The user refused this call and said: ${said}`
      : 'The user refused this call. Ask what they want instead, or go on without it.',
    meta: { ...deniedMeta(verdict), approval: outcomeOf(answer) },
  }
}

function deniedMeta(verdict: Verdict) {
  const { layer, rule, reason } = verdict
  const words = { reason: inEnglish(verdict), reasonCode: reason.code, reasonParams: { ...reason.params } }
  return { denied: { layer, ...(rule !== undefined && { rule }), ...words } }
}

function inEnglish({ reason }: Verdict): string {
  return errorText(reason.code, reason.params, 'en').what
}

/** Where the call really works: of a shell line its paths say so. */
function workingFolder({ projectRoot }: LiveSession, { tool, input }: RunnableCall): string {
  const [folder] = tool.command === undefined ? [] : tool.paths(input)
  return folder === undefined ? projectRoot : path.resolve(projectRoot, folder)
}

/** One text for the state of every file a write would touch: where its path leads and what is there. */
async function fileVersions({ live }: GateDeps, { tool, input }: RunnableCall): Promise<string> {
  if (tool.category !== 'write') return ''
  const versions = await Promise.all(tool.paths(input).map((file) => fileVersion(path.resolve(live.projectRoot, file))))
  return versions.join()
}

/** Never reads a pipe or a device, nor what is too large to be edited. */
async function fileVersion(absolute: string): Promise<string> {
  const target = await linkTarget(absolute).catch(() => 'nowhere')
  const file = await openRegularFile(absolute).catch(() => undefined)
  if (!file) return `${target} absent`
  try {
    const { size, mtimeMs } = file.stats
    if (size > MAX_HASHED) return `${target} ${size} ${mtimeMs}`
    return `${target} ${createHash('sha256')
      .update(await file.handle.readFile())
      .digest('hex')}`
  } finally {
    await file.handle.close()
  }
}
