import type { Mode } from '../contract/common.ts'
import type { Message } from '../contract/messages.ts'

const TOLD = /(?:^|Plan mode is over\. )Permission mode: (\w+)\./m

const meaning: Record<Mode, string> = {
  default: 'Changes and commands are asked about first.',
  acceptEdits: 'Edits to files in the project go through without asking; commands are asked about.',
  plan: 'Only look and plan: read, search, think. Every change and every command that changes something is refused. End with a plan the user can accept.',
  bypassPermissions: 'Nothing is asked about.',
  dontAsk: 'What would be asked about is refused.',
}

/** The line that names a mode, in the environment text and in reminders. */
export function modeLine(mode: Mode): string {
  return `Permission mode: ${mode}. ${meaning[mode]}`
}

/** What the model is to be told before its next step: the mode, when it last heard of another one. */
export function remindersFor(mode: Mode, { environment, history }: { environment: string; history: readonly Message[] }): string[] {
  const told = [environment, ...history.flatMap(remindersIn)]
  const last = told.flatMap((text) => TOLD.exec(text)?.[1] ?? []).at(-1)
  if (last === mode) return []
  return [last === 'plan' ? `Plan mode is over. ${modeLine(mode)}` : modeLine(mode)]
}

function remindersIn(message: Message): readonly string[] {
  if (message.role === 'user') return message.reminders
  return message.role === 'reminder' ? message.texts : []
}
