import type { Transcript, TurnModel } from '../agent/index.ts'
import type { Usage } from '../contract/common.ts'
import type { CompactResult } from '../contract/context.ts'
import { AppError } from '../contract/errors.ts'
import { closeDeadTurn } from './approvals/index.ts'
import { compactSession, type Compaction } from './compaction.ts'
import { whileStarting } from './lease.ts'
import { createRunningTurn, type LiveSession } from './live-session.ts'
import { recordUsage, requestDeps } from './turn-run.ts'
import { storedTranscript } from './transcript.ts'
import type { SessionDeps, TurnRuntime } from './types.ts'

/**
 * Sums the conversation up because a person asked. The session is at work meanwhile: prompts wait, `turns.cancel` ends it.
 * `session.busy`, `compact.*`, `provider.*`.
 */
export async function compactNow(deps: SessionDeps, live: LiveSession, focus: string): Promise<CompactResult> {
  const { runtime, transcript } = await prepare(deps, live)
  const turn = createRunningTurn('')
  live.turn = turn
  try {
    // Tells that the session is at work.
    live.change({})
    const request = { ...requestDeps(deps, live, { turnId: '', runtime }), spend: spendOn(deps, live) }
    const place = { turnId: '', runtime, on: runtime.on, signal: turn.signal, request }
    return resultOf(await compactSession(deps, live, place, { transcript, trigger: 'asked', focus }))
  } finally {
    live.turn = undefined
    // The row is read from its message from now on.
    live.dropRows()
    live.change({})
    deps.storage.leases.release(live.id)
    turn.end()
    live.turnEnded.emit(turn.signal.aborted ? 'cancelled' : 'end_turn')
  }
}

async function prepare(deps: SessionDeps, live: LiveSession): Promise<{ runtime: TurnRuntime; transcript: Transcript }> {
  return whileStarting(deps, live, async () => {
    closeDeadTurn(deps, live)
    live.refresh()
    // Its conversation is kept on another machine.
    if (live.spec?.remote) throw new AppError('compact.nothing')
    const runtime = await deps.runtimeFor(live.record, live.projectRoot)
    const transcript = await storedTranscript(deps, live)
    if (live.isClosed) throw new AppError('rpc.closed')
    return { runtime, transcript }
  })
}

function spendOn(deps: SessionDeps, live: LiveSession): (spent: Usage, step: number, on: TurnModel) => void {
  return (spent, step, on) => recordUsage(deps, live, { turnId: '', step, usage: { ...spent, costUsd: on.costUsd(spent) }, on })
}

function resultOf(made: Compaction): CompactResult {
  switch (made.kind) {
    case 'done':
      return { kind: 'done', beforeTokens: made.summary.beforeTokens, afterTokens: made.summary.afterTokens }
    case 'cancelled':
      return { kind: 'cancelled' }
    case 'nothing':
      throw new AppError('compact.nothing')
    case 'failed':
      throw made.error
  }
}
