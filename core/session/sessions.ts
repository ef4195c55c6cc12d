import path from 'node:path'
import { TurnStop } from '../agent/index.ts'
import { AppError } from '../contract/errors.ts'
import { diffOfFile, listChanges } from '../checkpoints/index.ts'
import { fork } from './fork.ts'
import { askDriver, createInbox, keepQuestions, seenFromOutside, watchOthers } from './elsewhere/index.ts'
import { createHookTeller } from './hook-teller.ts'
import { handOver, permitMode } from './handover.ts'
import { endSession } from './hooks.ts'
import { copyConversation } from './fork-agent.ts'
import { createKeeping } from './keeping.ts'
import { compactNow } from './compact-now.ts'
import { contextUse } from './context-use.ts'
import { createLiveSession, summaryOf, type LiveSession } from './live-session.ts'
import { closeDeadTurn, keptApprovals, listApprovals, ruleToKeep, withKept } from './approvals/index.ts'
import { isUnfinished, recover } from './recovery.ts'
import { answerKept } from './resume-turn.ts'
import { driving } from './lease.ts'
import { answerQuestion } from './questions.ts'
import { deliverAfter, queuePrompt, sendNow, unqueuePrompt } from './queue.ts'
import { revertChanges, rewind, shownPrompt } from './rewind.ts'
import { rewindPoints } from './rewind-points.ts'
import { history, snapshot } from './snapshot.ts'
import { createTitler } from './titles.ts'
import { startTurn } from './turn-start.ts'
import { wake, wakeAfter } from './wake.ts'
import type { SessionSummary } from '../contract/events.ts'
import type { SessionRecord } from '../storage/types.ts'
import type { Command } from './elsewhere/index.ts'
import type { SessionDeps, Sessions } from './types.ts'

const LEASE_RENEWAL_MS = 10_000
/** What the hooks of all sessions have together when the program ends. */
const LAST_HOOKS_MS = 1_500

export function createSessions(given: SessionDeps): Sessions {
  const { storage } = given
  const deps: SessionDeps = {
    ...given,
    emit(event) {
      keepQuestions(storage, event)
      given.emit(event)
      tellHooks(event)
    },
  }
  const lives = new Map<string, LiveSession>()
  const tellHooks = createHookTeller(given, lives)
  const titler = createTitler(deps)
  const renewal = setInterval(() => {
    if ([...lives.values()].some((live) => live.turn)) storage.leases.renew()
  }, LEASE_RENEWAL_MS)
  renewal.unref()

  function liveOf(sessionId: string): LiveSession {
    const known = lives.get(sessionId)
    if (known) return known
    const record = storage.sessions.get(sessionId)
    const project = record && storage.projects.get(record.projectId)
    if (!record || !project) throw new AppError('session.not_found')
    const parent = record.parentId === null ? undefined : liveOf(record.parentId)
    const dir = parent?.root.dir ?? path.join(deps.sessionsDir, record.id)
    const live = createLiveSession(deps, { record, projectRoot: project.path, dir, parent })
    lives.set(sessionId, live)
    // What comes after an agent's turn is decided where its card is.
    if (record.agent) return live
    live.turnEnded.on((stopReason) => void deliverAfter(deps, live, stopReason).then(() => wakeAfter(deps, live, stopReason)))
    live.turnEnded.on(() => titler.afterTurn(live))
    return live
  }

  /** Whether the process in which an approval or a question waits has taken the answer. */
  async function askAbout(
    waitingId: string,
    { projectId, command }: { projectId: string | undefined; command: Command },
  ): Promise<boolean> {
    const sessionId = storage.waiting.sessionOf(waitingId)
    if (sessionId === undefined || storage.sessions.get(sessionId)?.projectId !== projectId) return false
    return (await askDriver(deps, sessionId, command)) !== undefined
  }

  function summary(record: SessionRecord): SessionSummary {
    const live = lives.get(record.id)
    if (live?.turn) return live.summary()
    if (!storage.leases.heldElsewhere(record.id)) {
      const waiting = keptApprovals(storage, record.id).length + (live?.askedByAgents() ?? 0)
      return summaryOf(record, { running: false, waiting })
    }
    const { approvals, questions } = storage.waiting.list(record.id)
    return summaryOf(record, { running: true, waiting: approvals.length + questions.length })
  }

  const sessions: Sessions = {
    list: (query) => storage.sessions.list(query).map(summary),
    ...createKeeping(deps, { all: lives, of: liveOf, summary }),
    create(input) {
      return liveOf(storage.sessions.create({ ...input, title: '' }).id).summary()
    },
    createAgent({ id, parentId, spec, ...input }) {
      storage.sessions.create({ ...input, agent: { id, parentId, spec } })
    },
    copyTo: (sessionId, agentId) => copyConversation(deps, liveOf(sessionId), agentId),
    takeQueue(agentId) {
      const live = liveOf(agentId)
      const { queue } = live.record
      if (queue.length > 0) live.change({ queue: [] }, { type: 'queue.changed', items: [] })
      return queue.map(({ text }) => text)
    },
    tell(sessionId, event) {
      const live = lives.get(sessionId)
      // Nobody here looks at it, or another process numbers its events.
      if (!live || storage.leases.heldElsewhere(sessionId)) return
      live.start()
      live.emit(live.turn?.turnId ?? '', event)
    },
    wake: (sessionId) => wake(deps, liveOf(sessionId)),
    isBusy(sessionId) {
      const live = lives.get(sessionId)
      return live !== undefined && (live.turn !== undefined || live.isStarting)
    },
    projectOf: (sessionId) => lives.get(sessionId)?.projectId ?? storage.sessions.get(sessionId)?.projectId,
    async open(sessionId) {
      const live = liveOf(sessionId)
      if (!live.turn && !live.isStarting) {
        // What waits for a person waits on: looking at it settles nothing.
        if (isUnfinished(deps, sessionId) && keptApprovals(storage, sessionId).length === 0) recoverIfFree(deps, sessionId)
        live.refresh()
        // Resumed: what failed then may work now.
        live.window.failures = 0
      }
      const view = snapshot(storage, live)
      if (live.turn) return view
      return storage.leases.heldElsewhere(sessionId) ? seenFromOutside(storage, view) : withKept(view, keptApprovals(storage, sessionId))
    },
    history: (sessionId, before) => history(storage, liveOf(sessionId), before),
    changes: (sessionId) => listChanges(storage, liveOf(sessionId)),
    diff: (sessionId, file) => diffOfFile(storage, liveOf(sessionId), file),
    revert: (sessionId, request) => revertChanges(deps, liveOf(sessionId), request),
    rewindPoints: (sessionId, before) => rewindPoints(storage.checkpoints, liveOf(sessionId).id, before),
    rewind: (input) => rewind(deps, liveOf(input.sessionId), input),
    async fork(sessionId, messageId) {
      const { sessionId: id, prompt } = await fork(deps, liveOf(sessionId), messageId)
      liveOf(id).origin = 'fork'
      return { session: liveOf(id).summary(), prompt: prompt ? shownPrompt(prompt) : null }
    },
    rename(sessionId, title) {
      const live = liveOf(sessionId)
      return driving(deps, live, () => {
        live.change({ title })
        return live.summary()
      })
    },
    setMode(sessionId, mode) {
      const live = liveOf(sessionId)
      return driving(deps, live, () => {
        permitMode(live, mode)
        if (live.record.mode !== mode) live.change({ mode }, { type: 'mode.changed', mode })
        return live.summary()
      })
    },
    setModel(sessionId, { provider, model }) {
      const live = liveOf(sessionId)
      if (live.turn || live.isStarting) throw new AppError('session.busy')
      return driving(deps, live, () => {
        const isSame = live.record.provider === provider && live.record.model === model
        if (!isSame) live.change({ provider, model, epoch: null })
        live.window.failures = 0
        return live.summary()
      })
    },
    setEffort(sessionId, effort) {
      const live = liveOf(sessionId)
      return driving(deps, live, () => {
        if (live.record.effort !== effort) live.change({ effort })
        return live.summary()
      })
    },
    setAgent(sessionId, to, by) {
      const live = liveOf(sessionId)
      if (by === 'user' && (live.turn || live.isStarting)) throw new AppError('session.busy')
      return driving(deps, live, () => {
        handOver(live, to, by)
        return live.summary()
      })
    },
    context: (sessionId) => contextUse(deps, liveOf(sessionId)),
    compact: (sessionId, focus) => compactNow(deps, liveOf(sessionId), focus),
    startTurn: async (input) => ({ turnId: await startTurn(deps, liveOf(input.sessionId), input) }),
    async queue(input) {
      const live = liveOf(input.sessionId)
      const id = live.turn ? undefined : await askDriver(deps, live.id, { kind: 'queue', prompt: input })
      return { id: id ?? (await queuePrompt(deps, live, input)) }
    },
    unqueue: (sessionId, id) => unqueuePrompt(deps, liveOf(sessionId), id),
    sendNow: (sessionId, id) => sendNow(deps, liveOf(sessionId), id),
    retryNow: (sessionId) => liveOf(sessionId).turn?.hurry.emit(),
    retryAll() {
      for (const { turn } of lives.values()) turn?.hurry.emit()
    },
    async cancelTurn(sessionId) {
      const live = liveOf(sessionId)
      const { turn } = live
      turn?.stop(new TurnStop('cancelled'))
      await deps.stopAgents(sessionId)
      if (!turn) {
        const isDone = (await askDriver(deps, sessionId, { kind: 'cancel' })) !== undefined
        if (!isDone && keptApprovals(storage, sessionId).length > 0)
          driving(deps, live, () => closeDeadTurn(deps, live, { stopReason: 'cancelled', text: '' }))
        return
      }
      await turn.ended
    },
    approvals: (projectId) => listApprovals(deps, { lives, projectId }),
    async answer(answer, projectId) {
      const { approvalId } = answer
      for (const live of lives.values()) {
        const pending = live.pending.get(approvalId)
        if (!pending || live.projectId !== projectId) continue
        const rule = ruleToKeep(pending.approval, answer)
        if (rule !== undefined) await deps.rememberRule(live.projectRoot, rule)
        if (live.isClosed) throw new AppError('rpc.closed')
        return pending.settle(answer)
      }
      if (await askAbout(approvalId, { projectId, command: { kind: 'approve', answer } })) return
      const sessionId = storage.waiting.sessionOf(approvalId)
      if (sessionId === undefined || sessions.projectOf(sessionId) !== projectId) throw new AppError('approval.expired')
      await answerKept(deps, liveOf(sessionId), answer)
    },
    tellShell(sessionId, shell) {
      const live = liveOf(sessionId)
      live.emit(live.turn?.turnId ?? '', { type: 'shell.updated', ...shell })
    },
    async answerQuestion(answer, projectId) {
      const answered = await askAbout(answer.questionId, { projectId, command: { kind: 'answer', answer } })
      if (!answered) answerQuestion(lives.values(), answer, projectId)
    },
    async close() {
      clearInterval(renewal)
      stopWatching()
      for (const live of lives.values()) live.isClosed = true
      const turns = [...lives.values()].flatMap(({ turn }) => turn ?? [])
      for (const turn of turns) turn.stop(new TurnStop('cancelled'))
      await Promise.all(turns.map((turn) => turn.ended))
      const signal = AbortSignal.timeout(LAST_HOOKS_MS)
      await Promise.all([...lives.values()].map((live) => endSession(deps, live, { reason: 'exit', signal })))
      await titler.close()
    },
  }
  const stopWatching = watchOthers(deps, {
    lives,
    summary(sessionId) {
      const record = storage.sessions.get(sessionId)
      return record && summary(record)
    },
    onCommand: createInbox(deps, sessions),
  })
  return sessions
}

/** A turn that another live process drives is not ours to close. */
function recoverIfFree(deps: SessionDeps, sessionId: string): void {
  if (!deps.storage.leases.acquire(sessionId).ok) return
  try {
    recover(deps, sessionId)
  } finally {
    deps.storage.leases.release(sessionId)
  }
}
