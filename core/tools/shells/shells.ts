import type { Shell } from '../../contract/shells.ts'
import { fileFailure } from '../files/missing.ts'
import { limits } from '../limits.ts'
import { cutHead } from '../text/cut.ts'
import { ToolFailure } from '../types.ts'
import { startShell, type LiveShell, type LiveShellDeps } from './live-shell.ts'
import type { Shells } from './types.ts'

/** `changed` hears of every start, of new output a few times a second, and of every end. */
export function createShells(deps: LiveShellDeps): Shells {
  const bySession = new Map<string, LiveShell[]>()
  let isClosed = false

  const shellsOf = (sessionId: string): readonly LiveShell[] => bySession.get(sessionId) ?? []
  const find = (sessionId: string, shellId: string): LiveShell | undefined => shellsOf(sessionId).find(({ id }) => id === shellId)

  function keep(shell: LiveShell): void {
    const { sessionId } = shell.start
    const all = [...shellsOf(sessionId), shell]
    const old = all.filter(isOver).slice(0, -limits.bash.endedShells)
    bySession.set(
      sessionId,
      all.filter((one) => !old.includes(one)),
    )
  }

  return {
    async start(start) {
      if (isClosed) throw closing()
      const running = shellsOf(start.sessionId).filter((shell) => !isOver(shell))
      if (running.length >= limits.bash.shells) {
        throw new ToolFailure(`${running.length} background shells run already (${names(running)}). Stop one with bash_stop first.`)
      }
      const shell = await startShell(start, deps).catch((error: unknown) => {
        throw fileFailure(error, start.program.command) ?? error
      })
      keep(shell)
      if (isClosed) {
        await shell.stop()
        throw closing()
      }
      return shell.view()
    },
    list: (sessionId) => shellsOf(sessionId).map((shell) => shell.view()),
    async look(sessionId, shellId, { waitMs, signal }) {
      const shell = find(sessionId, shellId)
      if (!shell) throw unknownShell(shellId, shellsOf(sessionId))
      await endedWithin(shell, waitMs, { deps, signal })
      signal.throwIfAborted()
      const text = await shell.output.takeUnread()
      if (isOver(shell)) shell.isReported = true
      return { shell: shell.view(), text, spillPath: shell.start.spillPath }
    },
    tail: (sessionId, shellId) => find(sessionId, shellId)?.output.tail(limits.bash.shellTailChars),
    async stop(sessionId, shellId, { quiet }) {
      const shell = find(sessionId, shellId)
      if (!shell) return undefined
      if (quiet) shell.isReported = true
      await shell.stop()
      return shell.view()
    },
    takeNotes(sessionId) {
      const untold = shellsOf(sessionId).filter((shell) => isOver(shell) && !shell.isReported)
      for (const shell of untold) shell.isReported = true
      return untold.map((shell) => noteOf(shell.view()))
    },
    async close() {
      isClosed = true
      await Promise.all([...bySession.values()].flat().map((shell) => shell.stop()))
    },
  }
}

function closing(): ToolFailure {
  return new ToolFailure('MewCode is closing; nothing was started.')
}

function isOver(shell: LiveShell): boolean {
  return shell.view().state !== 'running'
}

async function endedWithin(
  { ended }: LiveShell,
  waitMs: number,
  { deps, signal }: { deps: LiveShellDeps; signal: AbortSignal },
): Promise<void> {
  if (waitMs === 0) return
  const over = new AbortController()
  const waited = deps.clock.wait(waitMs, AbortSignal.any([signal, over.signal])).catch(() => undefined)
  await Promise.race([ended, waited])
  over.abort()
}

function noteOf({ shellId, command, state, exitCode }: Shell): string {
  const how = state === 'stopped' ? 'was stopped by the user' : `ended with exit code ${exitCode}`
  return `The background shell ${shellId} (${shortened(command)}) ${how}; bash_output shows what it printed.`
}

function unknownShell(shellId: string, known: readonly LiveShell[]): ToolFailure {
  const there = known.length === 0 ? 'There is none in this session' : `There are: ${names(known)}`
  return new ToolFailure(`No background shell ${shellId}. ${there}. Shells end when MewCode closes.`)
}

function names(shells: readonly LiveShell[]): string {
  return shells.map(({ id, start }) => `${id}: ${shortened(start.line)}`).join(', ')
}

function shortened(line: string): string {
  const [first = ''] = line.split('\n')
  return first.length > 60 || first !== line ? `${cutHead(first, 60)} …` : first
}
