import type { Clock } from '../base/clock.ts'
import { toWireError } from '../contract/errors.ts'
import type { SessionEvent } from '../contract/events.ts'
import type { RunFacts, Task, TaskActor } from '../contract/tasks.ts'
import type { Logger } from '../platform/platform.ts'
import { rootOf, type Sessions } from '../session/index.ts'
import type { Storage } from '../storage/types.ts'
import { atWork, finalStates, type Tasks } from '../tasks/index.ts'
import { createLiveRun, noteAsk, progressOf, untouched, waitsFor, type LiveRun, type RunPrompt } from './live-run.ts'
import { noticeText } from './notice.ts'
import { interrupted, runEnd, type RunEnd } from './run-end.ts'
import { worktreeNote, type WorktreeLife } from './worktree-life.ts'

/** At work at once in this process; more wait for their turn. */
const MOST = 8
/** Progress is written and told this often at most. */
const TELL_MS = 150

export interface RunsDeps {
  readonly storage: Storage
  readonly tasks: Tasks
  readonly sessions: () => Sessions
  readonly clock: Clock
  readonly log: Logger
  readonly worktreeLife: WorktreeLife
  /** A conversation at rest is taken up when an agent of its background ends. */
  readonly wakesParent: () => Promise<boolean>
  /** Keeps the whole report; answers where, and what of it is passed on. */
  readonly keepReport: (task: Task, text: string) => Promise<{ file: string | null; report: string }>
}

/** Runs of agents from the queue to their end. A run's life hangs on its card, never on the call that started it. */
export interface Runs {
  /** Queues it; `ended` settles with its end, whatever becomes of the caller. The card is queued and its session there. */
  begin(input: { id: string; parentId: string | null; prompt: RunPrompt; facts: RunFacts }): LiveRun
  get(id: string): LiveRun | undefined
  /** From now on its conversation does not wait for it. */
  toBackground(run: LiveRun): void
  /** Ends a run of this process and all it started; settles once they are gone. */
  stop(id: string, by: TaskActor): Promise<void>
  /** Ends a card whoever is at work on it, another process too; false: it had ended. `AppError('session.no_answer')`. */
  cancel(id: string, by: TaskActor): Promise<boolean>
  /** Ends what the session or agent started; answers how many. */
  stopChildren(sessionId: string, by: TaskActor): Promise<number>
  /** While `work` waits for agents of its own the run takes no place. */
  whileWaiting<T>(sessionId: string, work: Promise<T>): Promise<T>
  onEvent(event: SessionEvent): void
  /** Cards whose process is gone become interrupted, or what their session says they were. */
  recover(): void
  /** Settles once nothing of the conversation is at work and all is told that will be. */
  settled(sessionId: string): Promise<void>
  close(): Promise<void>
}

export function createRuns(deps: RunsDeps): Runs {
  const { storage, tasks, clock, log } = deps
  const live = new Map<string, LiveRun>()
  const queue: LiveRun[] = []
  const finishing = new Set<Promise<void>>()
  const waiters = new Set<() => void>()
  /** Conversations that could not be taken up: what is left waits for their person. */
  const resting = new Set<string>()
  let isClosing = false

  const changed = (): void => {
    for (const look of [...waiters]) look()
  }
  const places = (): number => [...live.values()].filter(({ isStarted, children }) => isStarted && children === 0).length

  function pump(): void {
    while (!isClosing && queue.length > 0 && places() < MOST) {
      const run = queue.shift()
      if (run) launch(run)
    }
  }
  function launch(run: LiveRun): void {
    run.isStarted = true
    run.facts = { ...run.facts, startedAt: clock.now() }
    if (!tasks.tryMove(run.id, 'running', { by: 'system', facts: run.facts })) {
      // Another process has called it off while it waited.
      storage.leases.release(run.id)
      return finish(run, { status: 'cancelled', text: '', error: null })
    }
    run.starting = start(run).catch((error: unknown) =>
      finish(run, { status: isClosing ? 'interrupted' : 'failed', text: '', error: toWireError(error) }),
    )
  }
  async function start(run: LiveRun): Promise<void> {
    const { worktree } = await deps.worktreeLife.enter(run)
    run.facts = { ...run.facts, worktree }
    const { text, goOn, maxTurns, timeoutMs } = run.prompt
    const input = { sessionId: run.id, text, goOn, attachments: [], maxTurns, ...(timeoutMs !== null && { timeoutMs }) }
    await deps.sessions().startTurn(input)
  }
  function finish(run: LiveRun, end: RunEnd): void {
    const done = settle(run, end)
      .catch((error: unknown) => log.log('error', 'agents', 'a run could not be settled', { id: run.id, detail: String(error) }))
      .finally(() => {
        finishing.delete(done)
        changed()
      })
    finishing.add(done)
  }
  async function settle(run: LiveRun, { status, text, error }: RunEnd): Promise<void> {
    const task = tasks.get(run.id)
    if (!task || !live.has(run.id)) return
    const { file, report } = text === '' ? { file: null, report: '' } : await deps.keepReport(task, text)
    // Stopped as a turn is, from a window or another process.
    const byHand = status === 'cancelled' ? 'user' : null
    const ended = { waitingFor: null, result: report, outputFile: file, error, endedAt: clock.now(), stoppedBy: run.stoppedBy ?? byHand }
    const { worktree } = status === 'interrupted' ? run.facts : await deps.worktreeLife.leave(run, isShared(run))
    const facts: RunFacts = { ...run.facts, ...ended, worktree }
    run.facts = facts
    const notice = noticeOf({ ...task, status, facts, worktree }, facts, await deps.wakesParent())
    tasks.tryMove(run.id, status, { by: run.stoppedBy ?? 'system', reason: error?.code ?? '', facts, ...(notice && { notice }) })
    live.delete(run.id)
    // What is stopped stays stopped: what was said to it is kept until somebody takes it up.
    if (status !== 'cancelled') goOn(run)
    run.end({ status, text: `${report}\n\n${worktreeNote(worktree)}`.trim(), error })
    pump()
    if (notice?.wakes && !isClosing) await wake(notice.sessionId)
  }
  /** An agent that it started works in its worktree. */
  function isShared({ id, facts }: LiveRun): boolean {
    const isThere = (other: LiveRun): boolean => storage.sessions.get(other.id)?.agent?.worktree?.path === facts.worktree?.path
    return [...live.values()].some((other) => other.id !== id && isThere(other))
  }
  /** What was said to it after its last step is answered by a run of its own. */
  function goOn({ id, parentId, prompt, facts }: LiveRun): void {
    const said = isClosing ? [] : deps.sessions().takeQueue(id)
    if (said.length === 0) return
    const next: RunFacts = { ...facts, ...untouched, isBackground: true }
    storage.leases.acquire(id)
    tasks.tryMove(id, 'queued', { by: 'agent', reason: 'message', run: next })
    runs.begin({ id, parentId, facts: next, prompt: { ...prompt, text: said.join('\n\n'), goOn: false } })
  }
  /** A conversation that waited for the run has its end as the result of its call. */
  function noticeOf(task: Task, facts: RunFacts, mayWake: boolean) {
    if (!facts.isBackground || task.sessionId === null) return undefined
    const id = `${task.id}:${task.run}`
    const wakes = mayWake && facts.stoppedBy !== 'user' && task.status !== 'interrupted'
    return { id, sessionId: task.sessionId, text: noticeText(task, id), wakes }
  }
  async function wake(sessionId: string): Promise<void> {
    if (await deps.sessions().wake(sessionId)) resting.delete(sessionId)
    else resting.add(sessionId)
  }
  function tellSoon(run: LiveRun): void {
    if (run.isDirty) return
    run.isDirty = true
    setTimeout(() => {
      run.isDirty = false
      if (live.get(run.id) === run && !isClosing) tasks.note(run.id, run.facts)
    }, TELL_MS).unref()
  }
  function tellWaiting(run: LiveRun): void {
    const waitingFor = waitsFor(run)
    const was = run.facts.waitingFor
    if (waitingFor === was) return
    run.facts = { ...run.facts, waitingFor }
    // It waits as before, for something else.
    if (was !== null && waitingFor !== null) return tasks.note(run.id, run.facts)
    tasks.tryMove(run.id, waitingFor === null ? 'running' : 'waiting', { by: 'system', reason: waitingFor ?? '', facts: run.facts })
  }

  const runs: Runs = {
    get: (id) => live.get(id),
    begin(input) {
      const run = createLiveRun(input)
      live.set(run.id, run)
      queue.push(run)
      pump()
      return run
    },
    toBackground(run) {
      run.facts = { ...run.facts, isBackground: true }
      tasks.note(run.id, run.facts)
    },
    async stop(id, by) {
      const run = live.get(id)
      if (!run) return
      run.stoppedBy ??= by
      if (run.isStarted) {
        // Before its turn is there nothing could be stopped.
        await run.starting
        await deps.sessions().cancelTurn(id)
        await run.ended
        return
      }
      queue.splice(queue.indexOf(run), 1)
      storage.leases.release(id)
      finish(run, { status: 'cancelled', text: '', error: null })
      await run.ended
    },
    async cancel(id, by) {
      const task = tasks.get(id)
      if (!task || finalStates.has(task.status)) return false
      if (live.has(id)) {
        await runs.stop(id, by)
        return true
      }
      if (task.status !== 'queued' && storage.leases.heldElsewhere(id)) {
        await deps.sessions().cancelTurn(id)
        return true
      }
      const facts = { waitingFor: null, endedAt: clock.now(), stoppedBy: by }
      const ended = { ...task, status: 'cancelled' as const, facts: task.facts && { ...task.facts, ...facts } }
      const notice = atWork.has(task.status) && ended.facts ? noticeOf(ended, ended.facts, false) : undefined
      return tasks.tryMove(id, 'cancelled', { by, facts, ...(notice && { notice }) }) !== undefined
    },
    async stopChildren(sessionId, by) {
      const children = tasks.atWork().filter(({ id }) => storage.sessions.get(id)?.parentId === sessionId)
      const ended = await Promise.all(children.map(({ id }) => runs.cancel(id, by)))
      return ended.filter(Boolean).length
    },
    async whileWaiting(sessionId, work) {
      const run = live.get(sessionId)
      if (!run) return work
      run.children += 1
      tellWaiting(run)
      pump()
      try {
        return await work
      } finally {
        run.children -= 1
        if (live.has(run.id)) tellWaiting(run)
      }
    },
    onEvent(event) {
      if (event.type === 'turn.started') resting.delete(event.sessionId)
      if (event.type === 'turn.finished') {
        // After any other ending what is left to tell waits for the person.
        if (event.stopReason !== 'end_turn' && event.stopReason !== 'stop_sequence') resting.add(event.sessionId)
        changed()
      }
      const run = event.agentId === undefined || event.agentId === event.sessionId ? live.get(event.sessionId) : undefined
      if (!run) return
      if (noteAsk(run, event)) return tellWaiting(run)
      if (event.type === 'turn.finished') return finish(run, runEnd(event, { stoppedBy: run.stoppedBy, isClosing }))
      const progress = progressOf(run.facts, event)
      if (!progress) return
      run.facts = { ...run.facts, ...progress }
      tellSoon(run)
    },
    recover() {
      for (const task of tasks.atWork()) {
        if (live.has(task.id) || storage.leases.heldElsewhere(task.id)) continue
        const end = storedEnd(storage, task.id)
        // Nobody waits for these answers any more: a run that is resumed asks anew.
        storage.waiting.clear(task.id)
        const facts = { ...end.facts, waitingFor: null, endedAt: clock.now() }
        const was = { ...task, status: end.status, facts: task.facts && { ...task.facts, ...facts } }
        const id = `${task.id}:${task.run}`
        const hears = task.facts?.isBackground === true ? task.sessionId : null
        tasks.tryMove(task.id, end.status, {
          by: 'system',
          reason: 'restart',
          facts,
          ...(hears !== null && { notice: { id, sessionId: hears, text: noticeText(was, id), wakes: false } }),
        })
      }
    },
    settled(sessionId) {
      const isSettled = (): boolean => {
        const isAtWork = [...live.keys()].some((id) => rootOf(storage, id) === sessionId)
        if (isAtWork || finishing.size > 0 || deps.sessions().isBusy(sessionId)) return false
        return resting.has(sessionId) || !storage.tasks.notices(sessionId, 50).some(({ wakes }) => wakes)
      }
      return new Promise((resolve) => {
        const look = (): void => {
          if (!isClosing && !isSettled()) return
          waiters.delete(look)
          resolve()
        }
        waiters.add(look)
        look()
      })
    },
    async close() {
      isClosing = true
      for (const run of queue.splice(0)) finish(run, { status: 'interrupted', text: '', error: interrupted() })
      changed()
      while (finishing.size > 0) await Promise.all(finishing)
    },
  }
  return runs
}

/** How a run ended whose process died right after: its session knows. */
function storedEnd(storage: Storage, id: string): { status: RunEnd['status']; facts: Pick<RunFacts, 'error' | 'result'> } {
  const { messages } = storage.messages.page({ sessionId: id, before: undefined, limit: 2 })
  const [before, ending] = messages
  if (ending?.role !== 'ending') return { status: 'interrupted', facts: { error: interrupted(), result: '' } }
  const text = before?.role === 'assistant' ? before.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('') : ''
  const { status, error } = runEnd({ ...ending, text }, { stoppedBy: null, isClosing: true })
  return { status, facts: { error, result: text.slice(0, 8_000) } }
}
