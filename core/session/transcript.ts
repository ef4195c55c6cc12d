import type { Transcript } from '../agent/index.ts'
import { epochMessages } from '../compact/index.ts'
import type { Message } from '../contract/messages.ts'
import type { LiveSession } from './live-session.ts'
import type { SessionDeps } from './types.ts'

/** What the open epoch has sent so far; of a session that has sent nothing yet, what its first request would start with. */
export async function storedTranscript(deps: SessionDeps, live: LiveSession): Promise<Transcript> {
  const messages = await openEpoch(deps, live.id)
  const { system, tools } = live.record.epoch ?? (await deps.epochFor(live.record, live.projectRoot))
  return { messages, request: { system, tools } }
}

/** The open epoch's messages; a long session is not read whole. */
export async function openEpoch({ storage }: Pick<SessionDeps, 'storage'>, sessionId: string): Promise<readonly Message[]> {
  const stored: Message[] = []
  for await (const message of storage.messages.epoch(sessionId)) stored.push(message)
  return epochMessages(stored)
}
