import { basename, resolve } from 'node:path'
import type { Mode } from '../../contract/common.ts'
import { AppError } from '../../contract/errors.ts'
import type { SessionEvent, SessionEventOf, SessionSummary } from '../../contract/events.ts'
import type { DropResult } from '../../contract/sessions.ts'
import { mediaLimits } from '../../media/index.ts'
import { checkAttachment } from '../../session/index.ts'
import { openRegularFile } from '../../platform/index.ts'
import type { Terminal } from '../command.ts'
import type { Host, ProjectHost } from '../host.ts'
import { describeError } from '../report.ts'

export interface TurnRequest {
  readonly text: string
  readonly project: string | undefined
  readonly provider: string | undefined
  readonly model: string | undefined
  /** `default`: none. */
  readonly agent: string | undefined
  readonly mode: Mode | undefined
  readonly session: string | undefined
  readonly isContinued: boolean
  readonly attach: readonly string[]
  readonly maxTurns: number | undefined
  readonly maxCostUsd: number | undefined
  readonly timeoutMs: number | undefined
  /** Agents in the background end first, and the conversation answers to their reports. */
  readonly isAwaited: boolean
}

export interface AdmittedTurn {
  readonly ended: Promise<SessionEventOf<'turn.finished'>>
  /** Settles once the turn has ended. */
  cancel(): Promise<void>
}

/** Opens the session the request means, brings it to the wanted model and mode, and starts the turn. `onEvent` hears every event of the session from the first. */
export async function admitTurn(
  host: Host,
  request: TurnRequest,
  { terminal, onEvent }: { terminal: Terminal; onEvent: (event: SessionEvent) => void },
): Promise<AdmittedTurn> {
  const project = await host.openProject(resolve(terminal.cwd, request.project ?? '.'))
  try {
    return await startTurn(project, request, { terminal, stream: listen(host, onEvent) })
  } catch (error) {
    // A turn says these as notices; without one they may be the very reason.
    const { problems } = await project.rpc.app.info({})
    for (const problem of problems) terminal.stderr.write(describeError(problem, terminal.language))
    throw error
  }
}

async function startTurn(
  project: ProjectHost,
  request: TurnRequest,
  { terminal, stream }: { terminal: Terminal; stream: EventStream },
): Promise<AdmittedTurn> {
  // First, so that a file that cannot be sent leaves no empty session behind.
  const files = await Promise.all(request.attach.map((file) => readAttachment(resolve(terminal.cwd, file))))
  const session = await openSession(project, request)
  stream.follow(session.id)
  await adjustSession(project, session, request).catch(async (error: unknown) => {
    if (session.messages === 0 && request.session === undefined) await project.rpc.sessions.delete({ sessionId: session.id })
    throw error
  })
  const { maxTurns, maxCostUsd, timeoutMs } = request
  const attached = await Promise.all(files.map((file) => attach(project, session.id, file))).catch(async (error: unknown) => {
    // A picture that turns out not to decode leaves no empty session behind either.
    if (session.messages === 0) await project.rpc.sessions.delete({ sessionId: session.id })
    throw error
  })
  const attachments = attached.flatMap((result) => (result.kind === 'attachment' ? [result.attachmentId] : []))
  const references = attached.flatMap((result) => (result.kind === 'reference' ? [mention(result.path)] : []))
  const text = [request.text, references.join(' ')].filter(Boolean).join('\n\n')
  const { turnId } = await project.rpc.turns.start({ sessionId: session.id, text, attachments, maxTurns, maxCostUsd, timeoutMs })
  return {
    ended: request.isAwaited
      ? lastEnd(project, { sessionId: session.id, first: stream.end(turnId), stream, timeoutMs })
      : stream.end(turnId),
    cancel: async () => void (await project.rpc.turns.cancel({ sessionId: session.id })),
  }
}

/** The turn's own end, or that of the last turn which reports of agents brought about. */
async function lastEnd(
  { rpc }: ProjectHost,
  given: { sessionId: string; first: ReturnType<EventStream['end']>; stream: EventStream; timeoutMs: number | undefined },
): ReturnType<EventStream['end']> {
  const { sessionId, first, stream, timeoutMs } = given
  const deadline = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const ended = await first
  if (ended.stopReason === 'cancelled' || ended.stopReason === 'limit') return ended
  const isLate = await rpc.tasks.settled({ sessionId }, deadline && { signal: deadline }).then(
    () => false,
    (error: unknown) => {
      if (deadline?.aborted) return true
      throw error
    },
  )
  const last = stream.last() ?? ended
  if (!isLate) return last
  await rpc.turns.cancel({ sessionId })
  return { ...last, stopReason: 'limit' }
}

async function openSession({ rpc }: ProjectHost, { session, isContinued, provider, model, mode }: TurnRequest): Promise<SessionSummary> {
  if (session !== undefined) return (await rpc.sessions.open({ sessionId: session })).session
  if (!isContinued) return rpc.sessions.create({ provider, model, mode })
  const sessions = (await rpc.sessions.list({ limit: 200 })).toSorted((a, b) => b.updatedAt - a.updatedAt)
  // One in which nothing was said yet is nothing to go on with, unless there is no other.
  const last = sessions.find(({ messages }) => messages > 0) ?? sessions[0]
  if (!last) throw new AppError('session.none_to_continue')
  return (await rpc.sessions.open({ sessionId: last.id })).session
}

async function adjustSession({ rpc }: ProjectHost, opened: SessionSummary, { agent, provider, model, mode }: TurnRequest): Promise<void> {
  const sessionId = opened.id
  // First: a model that is asked for beside it counts.
  const session = agent === undefined ? opened : await rpc.sessions.setAgent({ sessionId, agent: agent === 'default' ? null : agent })
  const isOtherProvider = provider !== undefined && provider !== session.provider
  if (isOtherProvider || (model !== undefined && model !== session.model)) {
    await rpc.sessions.setModel({ sessionId, provider: provider ?? session.provider, model: model ?? '' })
  }
  if (mode !== undefined && mode !== session.mode) await rpc.sessions.setMode({ sessionId, mode })
}

/** More than may be attached. */
const MAX_READ_BYTES = mediaLimits.fileBytes + 1

interface AttachedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Never waits for a pipe, and takes no more of a file than tells that it is too large. */
async function readAttachment(path: string): Promise<AttachedFile> {
  const unreadable = (cause?: unknown): AppError => new AppError('files.unreadable', { params: { path }, cause })
  const file = await openRegularFile(path).catch((cause: unknown) => {
    throw unreadable(cause)
  })
  if (!file) throw unreadable()
  try {
    const room = Buffer.alloc(Math.min(file.stats.size, MAX_READ_BYTES))
    const { bytesRead } = await file.handle.read(room, 0, room.length, 0)
    const name = basename(path)
    const bytes = room.subarray(0, bytesRead)
    checkAttachment({ name, bytes })
    return { name, bytes }
  } finally {
    await file.handle.close()
  }
}

/** A file of the project is referred to, so that the model reads it as it is then; any other is kept with the session. */
async function attach({ rpc, tickets }: ProjectHost, sessionId: string, { name, bytes }: AttachedFile): Promise<DropResult> {
  const { path } = await rpc.files.ticket({ kind: 'upload', sessionId, name, size: bytes.length })
  return tickets.put(path, bytes)
}

/** As the window's composer writes it. */
function mention(path: string): string {
  return /\s/.test(path) ? `@"${path}"` : `@${path}`
}

interface EventStream {
  follow(sessionId: string): void
  end(turnId: string): Promise<SessionEventOf<'turn.finished'>>
  /** Of the session's turns so far. */
  last(): SessionEventOf<'turn.finished'> | undefined
}

/** Keeps events until the session is known, then passes on that session's. */
function listen(host: Host, onEvent: (event: SessionEvent) => void): EventStream {
  const early: SessionEvent[] = []
  const endings = new Map<string, SessionEventOf<'turn.finished'>>()
  let sessionId: string | undefined
  let awaited: { turnId: string; resolve(event: SessionEventOf<'turn.finished'>): void } | undefined
  const pass = (event: SessionEvent): void => {
    if (event.sessionId !== sessionId) return
    onEvent(event)
    if (event.type !== 'turn.finished') return
    endings.set(event.turnId, event)
    if (awaited?.turnId === event.turnId) awaited.resolve(event)
  }
  host.onEvent((event) => {
    if (!('sessionId' in event)) return
    if (sessionId === undefined) early.push(event)
    else pass(event)
  })
  return {
    follow(id) {
      sessionId = id
      for (const event of early.splice(0)) pass(event)
    },
    last: () => [...endings.values()].at(-1),
    end(turnId) {
      const past = endings.get(turnId)
      if (past) return Promise.resolve(past)
      return new Promise((resolve) => (awaited = { turnId, resolve }))
    },
  }
}
