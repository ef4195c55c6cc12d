import type { StepPlace, Transcript } from '../agent/index.ts'
import { newId } from '../base/ids.ts'
import type { Message, ReminderMessage, UserMessage } from '../contract/messages.ts'
import { planReminder } from '../prompt/index.ts'
import { raise, takePrompts } from './hooks.ts'
import type { LiveSession } from './live-session.ts'
import { openNotices } from './notices.ts'
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
  { turnId, runtime }: { turnId: string; runtime: TurnRuntime },
): (transcript: Transcript, place: StepPlace) => Promise<Transcript> {
  let planSteps = 0
  return async ({ messages: earlier, request }, { step, signal }) => {
    const steered = await steer(deps, live, { turnId, runtime })
    const messages = [...earlier, ...steered]
    const reports: string[] = []
    for (const { text } of [...(step === 1 ? earlier.slice(-1) : []), ...steered].filter(isCommand)) {
      const report = await deps.runCommand(text, { projectRoot: live.projectRoot, sessionId: live.id, signal })
      if (report !== undefined) reports.push(report)
    }
    await raise(deps, live, { event: 'PreUserMessage', turnId, fields: { iter: step }, signal })
    const { mode } = live
    planSteps = mode === 'plan' ? planSteps + 1 : 0
    const news = await deps.newsFor(live.projectRoot, {
      agent: live.record.agent,
      mode,
      contextWindow: runtime.on.contextWindow,
      ...request,
      messages,
    })
    const texts = [...reports, ...news]
    if (planSteps > 0 && !live.record.agent) texts.push(planReminder(planSteps, runtime.language))
    const told = openNotices(deps, live)
    texts.push(...told.texts, ...takePrompts(deps, live))
    if (texts.length === 0) return { messages, request }
    const createdAt = deps.clock.now()
    const reminder: ReminderMessage = { role: 'reminder', id: newId(createdAt), turnId, createdAt, texts }
    live.store(reminder, [], told.patchFor(reminder.id))
    return { messages: [...messages, reminder], request }
  }
}

function isCommand(message: Message): message is UserMessage {
  return message.role === 'user' && message.expanded !== undefined
}
