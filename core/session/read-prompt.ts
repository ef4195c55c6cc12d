import type { UserMessage } from '../contract/messages.ts'
import type { LiveSession } from './live-session.ts'
import { readReferences } from './references.ts'
import type { SessionDeps, TurnRuntime } from './types.ts'

interface Prompt {
  readonly runtime: TurnRuntime
  readonly text: string
  /** What came with it. */
  readonly attachments: UserMessage['attachments']
}

/**
 * What a person's words come to for the model: `/name` unfolded, small files named with `@` attached.
 * `AppError('command.unknown' | 'command.action')`.
 */
export async function readPrompt(
  deps: SessionDeps,
  live: LiveSession,
  { runtime, text, attachments }: Prompt,
): Promise<Pick<UserMessage, 'attachments' | 'expanded'>> {
  const expanded = await deps.expandCommand(text, live.projectRoot)
  const referenced = await readReferences(deps, live, { runtime, text: expanded ?? text })
  return { attachments: [...attachments, ...referenced], ...(expanded !== undefined && { expanded }) }
}
