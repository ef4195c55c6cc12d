import { AppError } from '../../contract/errors.ts'
import type { LiveSession } from '../live-session.ts'
import type { SessionDeps, Sessions } from '../types.ts'
import type { Command, CommandAnswer } from './command.ts'

type Doer = Pick<Sessions, 'cancelTurn' | 'queue' | 'answer' | 'answerQuestion'>

/** Does what other processes ask of a session this one drives, and answers each once. */
export function createInbox({ storage, log }: Pick<SessionDeps, 'storage' | 'log'>, sessions: Doer): (live: LiveSession) => void {
  const taken = new Set<string>()
  return (live) => {
    for (const { id, command } of storage.inbox.open(live.id)) {
      if (taken.has(id)) continue
      taken.add(id)
      void perform(sessions, live, JSON.parse(command))
        .then((answer) => {
          // The core may have closed meanwhile; who asked sees the lease go.
          if (!live.isClosed) storage.inbox.answer(id, JSON.stringify(answer))
        })
        .catch((error: unknown) => log.log('error', 'session', 'a command from another process failed', { detail: String(error) }))
        .finally(() => taken.delete(id))
    }
  }
}

async function perform(sessions: Doer, live: LiveSession, command: Command): Promise<CommandAnswer> {
  try {
    switch (command.kind) {
      case 'cancel':
        await sessions.cancelTurn(live.id)
        return { value: '' }
      case 'queue':
        return { value: (await sessions.queue(command.prompt)).id }
      case 'approve':
        await sessions.answer(command.answer, live.projectId)
        return { value: '' }
      case 'answer':
        await sessions.answerQuestion(command.answer, live.projectId)
        return { value: '' }
    }
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, params: error.params }
    throw error
  }
}
