import { readStored, type RunnableCall } from '../agent/index.ts'
import { activeSkills } from '../compact/index.ts'
import { addUsage } from '../contract/add-usage.ts'
import { fromMessages, noUsage } from '../contract/fold.ts'
import { AppError } from '../contract/errors.ts'
import type { Message, ToolCallPart } from '../contract/messages.ts'
import { bindingOf, closeDeadTurn, keptApprovals, ruleToKeep, waitForAnswer, withKept, type KeptApproval } from './approvals/index.ts'
import { beginSession } from './hooks.ts'
import { whileStarting } from './lease.ts'
import { createRunningTurn, followRules, type LiveSession } from './live-session.ts'
import { newestTurn, openCalls, soFar } from './recovery.ts'
import { openEpoch } from './transcript.ts'
import { runAdmitted, type Admitted } from './turn-run.ts'
import type { ApprovalAnswer, SessionDeps, TurnRuntime } from './types.ts'

/**
 * Answers an approval whose process is gone: its turn goes on here, at that call. `AppError('approval.expired')` when the call would
 * do something else by now; then the turn is closed. Any other failure (`session.busy`, `provider.*`, `config.*`) leaves it waiting.
 */
export async function answerKept(deps: SessionDeps, live: LiveSession, answer: ApprovalAnswer): Promise<void> {
  if (deps.headless) throw new AppError('approval.needs_window')
  await whileStarting(deps, live, async () => {
    live.refresh()
    const kept = keptApprovals(deps.storage, live.id)
    const asked = kept.find(({ approval }) => approval.approvalId === answer.approvalId)
    if (!asked) throw new AppError('approval.expired')
    const turn = newestTurn(deps.storage, live.id)
    // First, because it brings up the servers some tools come from.
    const runtime = await deps.runtimeFor(live.record, live.projectRoot)
    if (!(await isSame(deps, live, { asked, turn }))) {
      closeDeadTurn(deps, live)
      throw new AppError('approval.expired')
    }
    await beginSession(deps, live)
    const rule = ruleToKeep(asked.approval, answer)
    const admitted = await prepare(deps, live, { runtime, turn })
    const rules = await Promise.all(activeSkills(turn).map((id) => deps.rulesOfSkill(id, live.projectRoot)))
    if (rule !== undefined) await deps.rememberRule(live.projectRoot, rule)
    if (live.isClosed) throw new AppError('rpc.closed')
    for (const [file, sha256] of asked.bound.seen) live.seen.set(file, sha256)
    takeUp(deps, live, { admitted, kept, turn })
    for (const one of rules) followRules(live, one)
    live.pending.get(answer.approvalId)?.settle(answer)
    runAdmitted(deps, live, { admitted, input: { sessionId: live.id, text: '', attachments: [] } })
  })
}

/** Whether the call of an approval would still do what was shown. */
async function isSame(
  { toolsFor }: SessionDeps,
  live: LiveSession,
  { asked, turn }: { asked: KeptApproval; turn: readonly Message[] },
): Promise<boolean> {
  const part = openCalls(turn).find(({ toolCallId }) => toolCallId === asked.approval.toolCallId)
  const call = part && runnable(part, toolsFor(live.projectRoot))
  return call !== undefined && (await bindingOf(live, call)).hash === asked.bound.hash
}

function runnable(part: ToolCallPart, tools: ReturnType<SessionDeps['toolsFor']>): RunnableCall | undefined {
  const { reading } = readStored(part, tools)
  return reading.kind === 'runnable' ? reading.call : undefined
}

async function prepare(
  deps: SessionDeps,
  live: LiveSession,
  { runtime, turn }: { runtime: TurnRuntime; turn: readonly Message[] },
): Promise<Admitted> {
  const answers = turn.filter((message) => message.role === 'assistant')
  const spent = answers.flatMap(({ usage }) => (usage ? [{ ...usage, costUsd: runtime.on.costUsd(usage) }] : []))
  return {
    turnId: turn[0]?.turnId ?? '',
    startedAt: deps.clock.now() - soFar(turn).durationMs,
    epoch: live.record.epoch ?? (await deps.epochFor(live.record, live.projectRoot)),
    history: await openEpoch(deps, live.id),
    runtime,
    begun: { usage: spent.reduce(addUsage, noUsage), step: answers.at(-1)?.step ?? 0, calls: openCalls(turn) },
  }
}

/** From here on the turn runs in this process, and what waits in it waits here. */
function takeUp(
  { storage }: SessionDeps,
  live: LiveSession,
  { admitted: { turnId }, kept, turn }: { admitted: Admitted; kept: readonly KeptApproval[]; turn: readonly Message[] },
): void {
  live.turn = createRunningTurn(turnId)
  const { signal } = live.turn
  const { rows, approvals } = withKept({ ...live.view, rows: fromMessages(turn) }, kept)
  live.showTurn(rows, approvals)
  for (const { approval, bound } of kept) {
    const answer = waitForAnswer(live, storage.waiting, { approval, turnId, signal })
    live.asked.set(approval.toolCallId, { approval, boundTo: bound.hash, answer })
  }
  try {
    // Questions of the dead process are asked anew by their calls.
    for (const { questionId } of storage.waiting.list(live.id).questions) storage.waiting.remove(live.id, questionId)
    live.change({}, { type: 'turn.started', prompt: '', attachments: [], goOn: true })
  } catch (error) {
    live.turn = undefined
    live.pending.clear()
    live.asked.clear()
    live.showTurn([], [])
    throw error
  }
}
