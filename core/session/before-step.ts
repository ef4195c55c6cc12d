import type { StepPlace, Transcript } from '../agent/index.ts'
import { newId } from '../base/ids.ts'
import type { Message, ReminderMessage, UserMessage } from '../contract/messages.ts'
import { planReminder } from '../prompt/index.ts'
import { epochAfterHandover } from './handover.ts'
import { raise, takePrompts } from './hooks.ts'
import type { LiveSession } from './live-session.ts'
import { noNotices, openNotices } from './notices.ts'
import type { createRunShell } from './run-shell.ts'
import { steer } from './steer.ts'
import type { SessionDeps, TurnRuntime } from './types.ts'

/**
 * What reaches the model between two steps: what the person said meanwhile, another mode, the rules of plan mode,
 * what has changed around it. All of it
 * is stored before it is sent and replayed as it was.
 */
export function createBeforeStep(
  deps: SessionDeps,
  live: LiveSession,
  { turnId, runtime, runShell }: { turnId: string; runtime: TurnRuntime; runShell: ReturnType<typeof createRunShell> },
): (transcript: Transcript, place: StepPlace) => Promise<Transcript & Pick<StepPlace, 'on'>> {
  let planSteps = 0
  return async ({ messages: earlier, request: before }, { step, on: model, signal }) => {
    const { request, on } = (await epochAfterHandover(deps, live)) ?? { request: before, on: model }
    const steered = await steer(deps, live, { turnId, runtime })
    const messages = [...earlier, ...steered]
    const reports: string[] = []
    const caller = { projectRoot: live.projectRoot, runShell: (line: string) => runShell(line, signal) }
    try {
      for (const command of [...(step === 1 ? earlier.slice(-1) : []), ...steered].filter(isCommand)) {
        const report = await deps.runCommand(command.text, { ...caller, sessionId: live.id, signal })
        if (report !== undefined) reports.push(report)
        const expanded = await deps.runShellLines(command.text, caller)
        if (expanded === undefined) continue
        deps.storage.messages.setExpanded(live.id, command.id, expanded)
        messages[messages.indexOf(command)] = { ...command, expanded }
      }
    } catch (error) {
      if (!signal.aborted) throw error
      return { messages, request, on }
    }
    await raise(deps, live, { event: 'PreUserMessage', turnId, fields: { iter: step }, signal })
    const { mode } = live
    planSteps = mode === 'plan' ? planSteps + 1 : 0
    const news = await deps.newsFor(live.projectRoot, {
      agent: live.spec,
      mode,
      contextWindow: on.contextWindow,
      ...request,
      messages,
    })
    const texts = [...reports, ...news]
    // Out of a mode that is an agent's own there is no way.
    if (planSteps > 0 && !live.record.agent && live.spec?.mode !== 'plan') texts.push(planReminder(planSteps, runtime.language))
    // As many as one request takes came with the prompt.
    const told = step === 1 ? noNotices : openNotices(deps, live)
    texts.push(...told.texts, ...takePrompts(deps, live))
    if (texts.length === 0) return { messages, request, on }
    const createdAt = deps.clock.now()
    const reminder: ReminderMessage = { role: 'reminder', id: newId(createdAt), turnId, createdAt, texts }
    live.store(reminder, [], told.patchFor(reminder.id))
    return { messages: [...messages, reminder], request, on }
  }
}

function isCommand(message: Message): message is UserMessage {
  return message.role === 'user' && message.expanded !== undefined
}
