import path from 'node:path'
import type { Decision, RunnableCall, TurnDeps } from '../agent/index.ts'
import { newId } from '../base/ids.ts'
import { errorText } from '../contract/error-texts.ts'
import type { Approval } from '../contract/events.ts'
import type { Permission, Verdict } from '../permission/index.ts'
import type { Storage } from '../storage/types.ts'
import type { ToolContext } from '../tools/types.ts'
import { bindingOf, outcomeOf, waitForAnswer } from './approvals/index.ts'
import { modeFor } from './agent-mode.ts'
import { askHooks, marked, withWish, type Asked } from './hook-wish.ts'
import type { AskedApproval, LiveSession } from './live-session.ts'
import type { ApprovalAnswer, SessionDeps } from './types.ts'

export interface GateDeps {
  readonly live: LiveSession
  readonly waiting: Storage['waiting']
  readonly turnId: string
  readonly permission: Permission
  readonly headless: boolean
  readonly forbids: SessionDeps['forbids']
  readonly hooks: SessionDeps['hooks']
  readonly contextFor: (toolCallId: string, signal: AbortSignal) => ToolContext
}

/** Decides calls: permission first, then a person where it asks. The mode is the session's at that moment. */
export function createGate(deps: GateDeps): TurnDeps['decide'] {
  const { live } = deps
  return async (call, signal, wish) => {
    let marks: Asked['marks']
    let asked = live.asked.get(call.toolCallId)
    let wasAsked = asked !== undefined
    live.asked.delete(call.toolCallId)
    for (;;) {
      if (signal.aborted) return halted(live)
      const { spec: agent } = live
      const forbidden = agent ? deps.forbids(agent, call.tool) : undefined
      if (agent && forbidden !== undefined) return refusedToAgent(agent.label, forbidden)
      const judged = await check(deps, call)
      const verdict = withWish(judged, wish)
      if (!asked && isApproved(live, verdict)) return { kind: 'run', allowed: allowedBy(verdict), ...placesOf(verdict, call) }
      if (!asked && verdict.decision === 'allow') return { kind: 'run', allowed: allowedBy(verdict), ...placesOf(verdict, call) }
      if (!asked && verdict.decision === 'deny') return refused(verdict)
      if (!asked && deps.headless) return refusedUnasked(verdict)
      if (!asked && deps.hooks) {
        const said = await askHooks(deps.hooks, live, { turnId: deps.turnId, call, signal })
        marks = said.marks
        if (said.refusal) return said.refusal
        if (signal.aborted) return halted(live)
        const settled = withWish(verdict, said.wish)
        if (settled.decision === 'allow') return { kind: 'run', allowed: allowedBy(settled), ...placesOf(settled, call), ...marked(marks) }
      }
      const futile = wasAsked ? undefined : await call.tool.futile?.(call.input, deps.contextFor(call.toolCallId, signal))
      if (futile) return { kind: 'refuse', text: futile.message, meta: futile.meta }
      wasAsked = true
      asked ??= await ask(deps, { call, verdict, signal })
      if (!asked) return halted(live)
      const { approval, boundTo } = asked
      const answer = await asked.answer
      asked = undefined
      if (answer === 'left') return { kind: 'left' }
      if (answer === 'stopped') return { kind: 'interrupted', approval: { decision: 'expired', scope: 'once', by: 'cancel' } }
      if (answer.decision === 'no') return refusedByUser(answer, verdict)
      // What was shown is no longer what would happen: ask again.
      if (boundTo !== (await bindingOf(live, call)).hash) continue
      // Links and mode may have changed while the person read; a denial stands whatever they said.
      const again = await check(deps, call)
      if (again.decision === 'deny') return refused(again)
      // The answer was about another place.
      if (again.decision === 'ask' && again.suggestedRule !== approval.sessionRule) continue
      return { kind: 'run', allowed: allowedBy(verdict), ...placesOf(again, call), approval: outcomeOf(answer), ...marked(marks) }
    }
  }
}

/** While the core closes a turn that waits for a person is left as it is: the next start goes on from there. */
function halted(live: LiveSession): Decision {
  return live.isClosed && live.pending.size > 0 ? { kind: 'left' } : { kind: 'interrupted' }
}

function allowedBy({ layer, rule }: Verdict): { layer: Verdict['layer']; rule?: string } {
  return { layer, ...(rule !== undefined && { rule }) }
}

/** A write goes where it was judged to go. */
function placesOf({ places }: Verdict, { tool }: RunnableCall): { places?: readonly string[] } {
  return tool.category === 'write' && places.length > 0 ? { places } : {}
}

/** The layers' word on a call, before anybody is asked. */
export async function check({ live, permission }: Pick<GateDeps, 'live' | 'permission'>, { tool, input }: RunnableCall): Promise<Verdict> {
  const host = await tool.reaches?.(input, live.projectRoot)
  return permission.check({
    toolName: tool.name,
    category: host === undefined ? tool.category : 'network',
    input,
    paths: tool.paths(input),
    command: tool.command?.(input),
    domain: host ?? tool.domain?.(input),
    projectRoot: live.workRoot,
    mainTree: live.workRoot === live.projectRoot ? undefined : live.projectRoot,
    sessionDir: live.dir,
    mode: modeFor(live.spec, live.mode, tool.category),
    sessionRules: [...live.grants],
    turnRules: live.turn?.rules,
    isChanged: tool.isChanged?.() ?? false,
    asksAlways: tool.asksAlways?.(input),
  })
}

/** Stores the question, tells it, and waits for its answer; undefined: the turn was stopped before. */
async function ask(
  { live, waiting, turnId, contextFor }: GateDeps,
  { call, verdict, signal }: { call: RunnableCall; verdict: Verdict; signal: AbortSignal },
): Promise<AskedApproval | undefined> {
  const { tool, toolCallId, input } = call
  const bound = await bindingOf(live, call)
  const context = contextFor(toolCallId, signal)
  const preview = await tool.preview?.(input, context)
  const diff = preview === undefined ? undefined : context.redact(preview)
  if (signal.aborted) return undefined
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
    ...(live.record.agent && { agentId: live.id, agentName: live.record.agent.label }),
    sessionRule: verdict.suggestedRule,
    suggestions: verdict.suggestions,
    layer: verdict.layer,
    expiresOn: verdict.expiresOn,
  }
  waiting.add(live.id, { id: approval.approvalId, kind: 'approval', body: approval, boundTo: JSON.stringify(bound) })
  const answer = waitForAnswer(live, waiting, { approval, turnId, signal })
  live.emit(turnId, { type: 'approval.requested', ...approval })
  return { approval, boundTo: bound.hash, answer }
}

/** A trusted definition answers what the mode alone would ask; nothing else. */
function isApproved({ spec }: LiveSession, { decision, layer, parts }: Verdict): boolean {
  return spec?.isApproved === true && decision === 'ask' && layer === 'mode' && !parts.some(({ risk }) => risk !== undefined)
}

function refusedToAgent(agent: string, why: string): Decision {
  const reason = `The agent ${agent} may not use this tool: ${why}.`
  return {
    kind: 'refuse',
    text: `Denied: ${reason} Do not retry; report what you could not do.`,
    meta: { denied: { layer: 'rule', rule: `agent ${agent}`, reason } },
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
function workingFolder({ workRoot }: LiveSession, { tool, input }: RunnableCall): string {
  const [folder] = tool.command === undefined ? [] : tool.paths(input)
  return folder === undefined ? workRoot : path.resolve(workRoot, folder)
}
