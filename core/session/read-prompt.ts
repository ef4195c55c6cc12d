import type { UserMessage } from '../contract/messages.ts'
import type { LiveSession } from './live-session.ts'
import { readReferences, readResources } from './references.ts'
import type { SessionDeps, TurnRuntime } from './types.ts'

interface Prompt {
  readonly runtime: TurnRuntime
  readonly text: string
  /** What came with it. */
  readonly attachments: UserMessage['attachments']
}

/**
 * What a person's words come to for the model: `/name` unfolded, small files named with `@` attached.
 * `AppError('command.unknown' | 'command.action' | 'mcp.*')`.
 */
export async function readPrompt(
  deps: SessionDeps,
  live: LiveSession,
  { runtime, text, attachments }: Prompt,
): Promise<Pick<UserMessage, 'attachments' | 'expanded'>> {
  const expanded = await deps.expandCommand(text, live.projectRoot)
  const referenced = await readReferences(deps, live, { runtime, text: expanded ?? text })
  // Of the person's own words only: what a command stands for may come from a server.
  const resources = await readResources(deps, live, text)
  return { attachments: [...attachments, ...referenced, ...resources], ...(expanded !== undefined && { expanded }) }
}
