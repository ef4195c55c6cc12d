import { AppError } from '../../contract/errors.ts'
import type { SessionDeps } from '../types.ts'
import type { Command, CommandAnswer } from './command.ts'

const LOOK_MS = 25
/** The driver looks ten times a second; one that takes longer hangs. */
const PATIENCE_MS = 5_000

/**
 * Has another process do something with the session it drives. Undefined when none drives it. `AppError('session.no_answer')`, and
 * whatever the driver answers.
 */
export async function askDriver(
  { storage, clock }: Pick<SessionDeps, 'storage' | 'clock'>,
  sessionId: string,
  command: Command,
): Promise<string | undefined> {
  const holder = storage.leases.heldElsewhere(sessionId)
  if (!holder) return undefined
  const id = storage.inbox.send(sessionId, JSON.stringify(command))
  try {
    for (const startedAt = clock.now(); clock.now() - startedAt < PATIENCE_MS; await clock.wait(LOOK_MS)) {
      const text = storage.inbox.answerOf(id)
      if (text !== undefined) return valueOf(JSON.parse(text))
      if (!storage.leases.heldElsewhere(sessionId)) break
    }
  } finally {
    storage.inbox.drop(id)
  }
  throw new AppError('session.no_answer', { params: { program: holder.program, pid: holder.pid } })
}

function valueOf(answer: CommandAnswer): string {
  if ('value' in answer) return answer.value
  throw new AppError(answer.code, { params: answer.params })
}
