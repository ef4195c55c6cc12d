import { errorText } from '../contract/error-texts.ts'
import { AppError } from '../contract/errors.ts'
import { ToolFailure, type ToolContext } from '../tools/types.ts'
import { changeRecorder } from './checkpoint.ts'
import { followRules, type LiveSession } from './live-session.ts'
import { createPerson } from './questions.ts'
import type { createRunShell } from './run-shell.ts'
import type { SessionDeps, TurnRuntime } from './types.ts'

/** What tools get when they work for this session, call by call. */
export function toolContexts(
  deps: SessionDeps,
  live: LiveSession,
  { runtime, runShell }: { runtime: TurnRuntime; runShell?: ReturnType<typeof createRunShell> },
): (toolCallId: string, signal: AbortSignal, progress: ToolContext['progress']) => ToolContext {
  return (toolCallId, signal, progress) => ({
    projectRoot: live.workRoot,
    trustedRoot: live.projectRoot,
    sessionDir: live.dir,
    sessionId: live.id,
    toolCallId,
    signal,
    env: deps.env,
    mode: live.mode,
    person: deps.headless ? undefined : createPerson(live, { turnId: live.turn?.turnId ?? '', toolCallId, signal }),
    secretVariables: runtime.secretVariables,
    passthrough: runtime.passthrough,
    seen: live.seen,
    beforeChange: changeRecorder(deps.storage, live, toolCallId),
    confine: (program) =>
      runtime.confine(program, live.dir).catch((error: unknown) => {
        if (error instanceof AppError) throw new ToolFailure(errorText(error.code, error.params, 'en').what)
        throw error
      }),
    followRules: (rules) => followRules(live, rules),
    runShell: runShell && ((line) => runShell(line, signal)),
    redact: deps.redact,
    progress,
  })
}
