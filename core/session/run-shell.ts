import { runAside, TurnStop, type TurnDeps } from '../agent/index.ts'
import type { RunShell } from '../commands/index.ts'
import { contentText } from '../contract/content-text.ts'
import type { LiveSession } from './live-session.ts'

/** Runs shell lines that came with a text as calls of `bash` in the running turn, one after the other. */
export function createRunShell(live: LiveSession, turn: () => TurnDeps): (line: string, signal: AbortSignal) => ReturnType<RunShell> {
  let before: Promise<unknown> = Promise.resolve()
  const run = async (line: string, signal: AbortSignal): ReturnType<RunShell> => {
    signal.throwIfAborted()
    const { turnId = '', step = 0 } = live.view.turn ?? {}
    const outcome = await runAside(turn(), { name: 'bash', input: { command: line }, turnId, step }, signal)
    if (outcome?.endsTurn) live.turn?.stop(new TurnStop('hook_stopped'))
    if (!outcome || signal.aborted) throw signal.reason
    const text = contentText(outcome.content)
    // Of a command that went well the text needs no exit code.
    return { text: outcome.meta.exitCode === 0 ? text.slice(text.indexOf('\n') + 1) : text, isError: outcome.isError }
  }
  return (line, signal) => {
    const running = before.then(() => run(line, signal))
    before = running.catch(() => undefined)
    return running
  }
}
