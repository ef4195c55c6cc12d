import { activeSkills, budgetFor, contextParts, largestResults } from '../compact/index.ts'
import type { ContextUse } from '../contract/context.ts'
import type { LiveSession } from './live-session.ts'
import { storedTranscript } from './transcript.ts'
import type { SessionDeps } from './types.ts'

const LARGEST = 10

/** What fills the window, were the next request sent now. */
export async function contextUse(deps: SessionDeps, live: LiveSession): Promise<ContextUse> {
  const transcript = await storedTranscript(deps, live)
  const { record } = live
  // As the model was found loaded when the epoch began.
  const facts = await deps.contextFactsFor(record, live.projectRoot)
  const window = record.epoch && record.contextWindow > 0 ? record.contextWindow : facts.window
  const { reserve, compactsAt } = budgetFor(window)
  // Takes in what the vendor counted last.
  live.window.used(transcript, record)
  const estimate = live.window.estimatorFor(record)
  const parts = contextParts({ ...transcript, pieces: facts.pieces }, estimate)
  const used = parts.reduce((sum, { tokens }) => sum + tokens, 0)
  return {
    window,
    used,
    reserve,
    free: Math.max(0, window - reserve - used),
    compactsAt: compactsAt ?? null,
    parts,
    skills: activeSkills(transcript.messages),
    largest: largestResults(transcript.messages, estimate, LARGEST),
  }
}
