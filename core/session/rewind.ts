import { rewindFiles, revert, type RestoreDeps, type RevertRequest } from '../checkpoints/index.ts'
import { newId } from '../base/ids.ts'
import type { FilePlan } from '../contract/changes.ts'
import type { TodoItem } from '../contract/common.ts'
import { AppError } from '../contract/errors.ts'
import type { UserMessage } from '../contract/messages.ts'
import type { RewindInput, RewindResult } from '../contract/rewind.ts'
import { shownAttachment } from '../contract/rows.ts'
import { exclusively } from './lease.ts'
import type { LiveSession } from './live-session.ts'
import { endCutTurn } from './recovery.ts'
import type { SessionDeps } from './types.ts'

/** Where a rewind goes: before a prompt, or before another rewind. */
type Point = { readonly prompt: UserMessage; readonly n: number } | { readonly undoes: string; readonly changeN: number }

/** Files first: a rewind that is cut off in between leaves the conversation that made the changes. */
export async function rewind(deps: SessionDeps, live: LiveSession, { messageId, what, dryRun }: RewindInput): Promise<RewindResult> {
  const { checkpoints } = deps.storage
  const restore = restoreDeps(deps)
  if (dryRun) {
    const point = pointOf(deps, live, messageId)
    const plan = what === 'conversation' ? nothing() : await rewindFiles(restore, live, { isSince: since(point), rewindId: undefined })
    return { ...plan, rewindId: null, hidden: hiddenBy(deps, live, { point, what }), prompt: promptOf(point) }
  }
  return exclusively(deps, live, async () => {
    const point = pointOf(deps, live, messageId)
    const hidden = hiddenBy(deps, live, { point, what })
    const rewindId = newId(deps.clock.now())
    const fromMessageN = 'prompt' in point ? point.n : null
    checkpoints.addRewind(live.id, { id: rewindId, kind: 'rewind', what, target: messageId, path: null, fromMessageN })
    const plan = what === 'conversation' ? nothing() : await rewindFiles(restore, live, { isSince: since(point), rewindId })
    if (what !== 'files') await rewindConversation(deps, live, point)
    live.change({}, { type: 'session.rewound', rewindId, what, messageId: 'prompt' in point ? messageId : null })
    return { ...plan, rewindId, hidden, prompt: promptOf(point) }
  })
}

/** As `changes.revert` says. */
export async function revertChanges(
  deps: SessionDeps,
  live: LiveSession,
  { dryRun, ...request }: RevertRequest & { dryRun: boolean },
): Promise<FilePlan & { rewindId: string | null }> {
  const restore = restoreDeps(deps)
  if (dryRun) return { ...(await revert(restore, live, { request, rewindId: undefined })), rewindId: null }
  return exclusively(deps, live, async () => {
    const planned = await revert(restore, live, { request, rewindId: undefined })
    if (planned.files.length === 0) return { ...planned, rewindId: null }
    const id = newId(deps.clock.now())
    const what = request.hunk === undefined ? 'files' : 'hunk'
    const row = { id, kind: 'revert', what, target: request.turnId ?? '', path: request.path ?? null, fromMessageN: null } as const
    deps.storage.checkpoints.addRewind(live.id, row)
    const plan = await revert(restore, live, { request, rewindId: id })
    live.change({}, { type: 'session.rewound', rewindId: id, what: 'files', messageId: null })
    return { ...plan, rewindId: id }
  })
}

function pointOf({ storage: { checkpoints } }: SessionDeps, live: LiveSession, messageId: string): Point {
  const found = checkpoints.prompt(live.id, messageId)
  if (found) return { prompt: found.message, n: found.n }
  const undone = checkpoints.rewind(live.id, messageId)
  if (!undone) throw new AppError('session.no_such_message')
  return { undoes: undone.id, changeN: undone.changeN }
}

function since(point: Point): (row: { n: number; messageN: number }) => boolean {
  return 'prompt' in point ? (row) => row.messageN >= point.n : (row) => row.n > point.changeN
}

function hiddenBy(deps: SessionDeps, live: LiveSession, { point, what }: { point: Point; what: RewindInput['what'] }): number {
  return what !== 'files' && 'prompt' in point ? deps.storage.checkpoints.shownFrom(live.id, point.n) : 0
}

/** A new epoch begins: its first request holds what is left of the conversation. */
async function rewindConversation(deps: SessionDeps, live: LiveSession, point: Point): Promise<void> {
  const { checkpoints } = deps.storage
  if ('prompt' in point) {
    checkpoints.hideFrom(live.id, point.n)
    // What was said while a turn ran: the part of the turn before it stays and needs an ending.
    if (point.prompt.id !== point.prompt.turnId) endCutTurn(deps, live.id)
  } else checkpoints.showAsBefore(live.id, point.undoes)
  live.refresh()
  const todos = await newestTodos(deps, live)
  live.change({ epoch: null, contextUsed: 0, todos }, { type: 'todo.updated', items: todos })
}

async function newestTodos({ storage }: SessionDeps, live: LiveSession): Promise<TodoItem[]> {
  let todos: TodoItem[] = []
  for await (const message of storage.messages.all(live.id)) if (message.role === 'tool' && message.meta.todos) todos = message.meta.todos
  return todos
}

function promptOf(point: Point): RewindResult['prompt'] {
  return 'prompt' in point ? shownPrompt(point.prompt) : null
}

/** A prompt as it goes back into the composer. */
export function shownPrompt({ text, attachments }: UserMessage): NonNullable<RewindResult['prompt']> {
  return { text, attachments: attachments.map(shownAttachment) }
}

function restoreDeps({ storage, locks }: SessionDeps): RestoreDeps {
  return { checkpoints: storage.checkpoints, locks }
}

function nothing(): FilePlan {
  return { files: [], conflicts: [] }
}
