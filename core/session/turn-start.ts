import type { TurnEvent } from '../agent/index.ts'
import { newId } from '../base/ids.ts'
import type { Attachment } from '../contract/common.ts'
import { AppError } from '../contract/errors.ts'
import type { ReminderMessage, UserMessage } from '../contract/messages.ts'
import { shownAttachment } from '../contract/rows.ts'
import type { SessionPatch } from '../storage/types.ts'
import { closeDeadTurn } from './approvals/index.ts'
import { readAttachments } from './attachments.ts'
import { createCacheWatch } from './cache-watch.ts'
import { restoredNote } from './checkpoint.ts'
import { goesOnAs } from './handover.ts'
import { beginSession, submitPrompt, takePrompts } from './hooks.ts'
import { joinRoot, leaveRoot } from './hold.ts'
import { whileStarting } from './lease.ts'
import { createRunningTurn, followRules, type LiveSession } from './live-session.ts'
import { openNotices } from './notices.ts'
import { pauseNote } from './pause.ts'
import { readPrompt } from './read-prompt.ts'
import { tellOnce } from './tell-once.ts'
import { openEpoch } from './transcript.ts'
import { runAdmitted, type Admitted } from './turn-run.ts'
import type { SessionDeps, StartTurn } from './types.ts'

const TITLE_CHARS = 60

const GO_ON = 'The turn before this one reached a limit or broke off. The user wants you to go on from where it stopped.'

/**
 * Stores the prompt and starts the turn, which then runs on its own. Nothing is stored when it cannot start:
 * `session.busy`, `provider.*`, `files.*`.
 */
export async function startTurn(deps: SessionDeps, live: LiveSession, input: StartTurn): Promise<string> {
  return whileStarting(deps, live, async () => {
    joinRoot(deps, live)
    const admitted = await admit(deps, live, input).catch((error: unknown) => {
      if (!live.isClosed) leaveRoot(deps, live)
      throw error
    })
    runAdmitted(deps, live, { admitted, input })
    return admitted.turnId
  })
}

async function admit(deps: SessionDeps, live: LiveSession, input: StartTurn): Promise<Admitted> {
  closeDeadTurn(deps, live)
  live.refresh()
  const { queuedId, goOn = false, isWoken = false } = input
  // Another process has sent it.
  if (queuedId !== undefined && !live.record.queue.some(({ id }) => id === queuedId)) throw new AppError('session.busy')
  const runtime = await deps.runtimeFor(live.record, live.projectRoot)
  const given = await readAttachments(live.dir, input.attachments)
  const { attachments, ...read } = await readPrompt(deps, live, { runtime, text: input.text, attachments: given })
  if (live.isClosed) throw new AppError('rpc.closed')
  await beginSession(deps, live)
  if (!goOn && queuedId === undefined && read.expanded === undefined) await submitPrompt(deps, live, input.text)
  if (live.isClosed) throw new AppError('rpc.closed')
  const earlier = await openEpoch(deps, live.id)
  if (goOn && earlier.length === 0) throw new AppError('session.empty')
  const kept = live.record.epoch
  const epoch = kept ?? (await deps.epochFor(live.record, live.projectRoot))

  const news = await deps.newsFor(live.projectRoot, {
    agent: live.spec,
    mode: live.mode,
    contextWindow: runtime.on.contextWindow,
    system: epoch.system,
    tools: epoch.tools,
    messages: earlier,
  })

  const rules = await deps.rulesOfCommand(input.text, live.projectRoot)
  // The key may have taken as long as a person needs to unlock a keychain.
  if (live.isClosed) throw new AppError('rpc.closed')
  const startedAt = deps.clock.now()
  const turnId = newId(startedAt)
  const told = openNotices(deps, live)
  const reminders = [
    ...news,
    ...told.texts,
    ...deps.takeNotes(live.id),
    ...pauseNote(earlier, startedAt),
    ...restoredNote(deps.storage.checkpoints, live),
    ...takePrompts(deps, live),
  ]
  // Its id is the turn's, so that what came before the turn is what came before this message.
  const first = { id: turnId, turnId, createdAt: startedAt }
  const prompt: UserMessage | ReminderMessage = goOn
    ? { role: 'reminder', ...first, texts: isWoken ? reminders : [GO_ON, ...reminders] }
    : { role: 'user', ...first, text: input.text, ...goesOnAs(live), ...read, attachments, reminders }
  if (kept === null) live.cache = createCacheWatch()
  live.start()
  const queue = queuedId === undefined ? undefined : live.record.queue.filter(({ id }) => id !== queuedId)
  const patch: SessionPatch = {
    ...(live.record.title === '' && !goOn && { title: titleOf(input.text, attachments) }),
    ...(queue && { queue }),
    ...(kept === null && { epoch }),
    contextWindow: runtime.on.contextWindow,
    ...told.patchFor(turnId),
  }
  const started: TurnEvent = {
    type: 'turn.started',
    prompt: input.text,
    ...goesOnAs(live),
    attachments: attachments.map(shownAttachment),
    ...(goOn && { goOn }),
  }
  live.turn = createRunningTurn(turnId)
  followRules(live, rules)
  try {
    const told: TurnEvent[] = queue ? [started, { type: 'queue.changed', items: queue }] : [started]
    live.store(prompt, [...told, () => ({ type: 'session.updated', session: live.summary() })], patch)
  } catch (error) {
    live.turn = undefined
    throw error
  }
  tellOnce(live, turnId, runtime.notices)
  return { turnId, startedAt, epoch, history: [...earlier, prompt], runtime }
}

function titleOf(text: string, attachments: readonly Attachment[]): string {
  const line =
    text
      .split('\n')
      .find((candidate) => candidate.trim() !== '')
      ?.trim() ??
    attachments[0]?.name ??
    ''
  const letters = Array.from(line)
  return letters.length <= TITLE_CHARS
    ? line
    : `${letters
        .slice(0, TITLE_CHARS - 1)
        .join('')
        .trimEnd()}…`
}
