import { randomBytes } from 'node:crypto'
import { constants } from 'node:os'
import type { Clock } from '../../base/clock.ts'
import type { Shell } from '../../contract/shells.ts'
import { startProcess } from '../../platform/index.ts'
import { limits } from '../limits.ts'
import { createShellOutput, type ShellOutput } from './shell-output.ts'
import type { ShellStart } from './types.ts'

/** Between two tellings of new output. */
const TELL_MS = 300

export interface LiveShell {
  readonly id: string
  readonly start: ShellStart
  readonly output: ShellOutput
  view(): Shell
  /** Nothing of it runs any more and its output is complete. Never rejects. */
  readonly ended: Promise<void>
  stop(): Promise<void>
  /** The model knows that it ended. */
  isReported: boolean
}

export interface LiveShellDeps {
  readonly clock: Clock
  readonly changed: (sessionId: string, shell: Shell) => void
}

/** Rejects with the system's error when the program cannot be started. */
export async function startShell(start: ShellStart, { clock, changed }: LiveShellDeps): Promise<LiveShell> {
  const id = `sh_${randomBytes(3).toString('hex')}`
  const output = createShellOutput(start.spillPath, start.redact)
  const startedAt = clock.now()
  const over = new AbortController()
  let end: Pick<Shell, 'state' | 'exitCode' | 'endedAt'> = { state: 'running' }
  let isStopping = false
  let isTelling = false

  const view = (): Shell => ({
    shellId: id,
    toolCallId: start.toolCallId,
    command: start.line,
    ...(start.description !== undefined && { description: start.description }),
    ...end,
    startedAt,
    chars: output.chars,
    tail: output.tail(limits.bash.progressChars),
  })
  const tell = (): void => changed(start.sessionId, view())
  const tellSoon = (): void => {
    if (isTelling) return
    isTelling = true
    void clock.wait(TELL_MS, over.signal).then(
      () => {
        isTelling = false
        tell()
      },
      // Over: the end is told at once.
      () => undefined,
    )
  }

  const running = await startProcess({
    ...start.program,
    ownsDaemons: true,
    async onOutput(stream, chunk) {
      await output.add(stream, chunk)
      tellSoon()
    },
  })
  const ended = (async () => {
    const { code, signal } = await running.ended
    await running.sweep()
    await output.end()
    over.abort()
    const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
    end = { state: isStopping ? 'stopped' : 'exited', exitCode, endedAt: clock.now() }
    tell()
  })()
  tell()

  return {
    id,
    start,
    output,
    view,
    ended,
    isReported: false,
    async stop() {
      // Long after the end its pid may be somebody else's.
      if (end.state !== 'running') return
      isStopping = true
      await running.stop()
      await ended
    },
  }
}
