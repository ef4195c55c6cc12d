import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { keepFamily } from './children.ts'
import type { LookAtProcesses } from './process-look.ts'
import { MARK_VARIABLE, type ProcessFamily } from './process-mark.ts'
import { endProcessTree, leftBehind } from './process-tree.ts'
import type { ProcessRow } from './process-table.ts'

export interface ProcessSpec {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** Complete; build it with `childEnvironment`. */
  readonly env: Readonly<Record<string, string>>
  /** Daemons it starts are part of it and end with it (Linux). Off for programs whose agents are meant to stay, such as gpg's. */
  readonly ownsDaemons?: boolean
  /** How all processes are looked at when it is stopped; undefined: alone. */
  readonly look?: LookAtProcesses
  /** Its input is a pipe, `RunningProcess.input`; otherwise it is closed. */
  readonly hasInput?: boolean
  /** A program of the person's own, such as an editor: it goes on when ours ends. */
  readonly staysBehind?: boolean
  /** A promise holds the stream back until it settles, so a fast child cannot fill the memory. */
  onOutput(stream: 'stdout' | 'stderr', chunk: Buffer): void | Promise<void>
}

export interface ProcessExit {
  /** Null when a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A child in its own process group. */
export interface RunningProcess {
  readonly pid: number
  /** Writes to it may fail with `EPIPE` once the child is gone; that is no error of anybody's. Null without `hasInput`. */
  readonly input: Writable | null
  /** When the child is gone and its output was read, or 500 ms after it is gone: a grandchild may hold the pipe for ever. */
  readonly ended: Promise<ProcessExit>
  /** Ends everything that came from it (TERM, `graceMs`, 1.5 s if not given, KILL) and waits for `ended`. Safe to call twice and after the end. */
  stop(graceMs?: number): Promise<void>
  /** After the end: stops what it left running, and names it. */
  sweep(): Promise<readonly ProcessRow[]>
}

export interface ProcessOutcome extends ProcessExit {
  readonly ending: 'exited' | 'timed_out' | 'aborted'
  /** What the child left running, stopped by now. */
  readonly leftRunning: readonly ProcessRow[]
}

/** Output still in the pipes when a child exits arrives at once; longer means that somebody else holds them open. */
const DRAIN_MS = 500

/** Starts a child. Rejects with the system's error (`ENOENT`, `EACCES` …) when it cannot be started. */
export async function startProcess(spec: ProcessSpec): Promise<RunningProcess> {
  const mark = spec.ownsDaemons ? randomUUID() : undefined
  const options = {
    cwd: spec.cwd,
    env: mark === undefined ? spec.env : { ...spec.env, [MARK_VARIABLE]: mark },
    // A group of its own, so that a signal reaches all of it and nothing of ours.
    detached: process.platform !== 'win32',
    windowsHide: true,
  }
  const child = spec.hasInput
    ? spawn(spec.command, spec.args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
    : spawn(spec.command, spec.args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  // A child that is gone is told by `ended`.
  child.stdin?.on('error', () => undefined)
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const { stdout, stderr } = child
  const family = { leader: child.pid ?? 0, mark }
  const forget = child.pid === undefined || spec.staysBehind ? () => undefined : keepFamily(family)
  const pid = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('spawn', () => resolve(child.pid ?? 0))
  })
  const read = Promise.all([readAll(stdout, 'stdout', spec), readAll(stderr, 'stderr', spec)])
  // A failing onOutput must surface at `ended`, not as an unhandled rejection before anyone waits there.
  read.catch(() => undefined)
  const ended = (async () => {
    const exit = await exited
    await within(read, DRAIN_MS)
    stdout.destroy()
    stderr.destroy()
    return exit
  })()
  ended.finally(forget).catch(() => undefined)
  return {
    pid,
    input: child.stdin,
    ended,
    async stop(graceMs) {
      await whole(family, () => endProcessTree(family, { graceMs, look: spec.look }))
      await ended
    },
    sweep() {
      return whole(family, async () => {
        const left = await leftBehind(family)
        if (left.length > 0) await endProcessTree(family)
        return left
      })
    },
  }
}

/**
 * Runs a child to its end, its time limit or the abort. In each case nothing that came from it is left when this resolves.
 * An abort is an ending, not an error. Whether the child reads its `input` is its own affair.
 */
export async function runProcess(
  spec: Omit<ProcessSpec, 'hasInput'>,
  { timeoutMs, signal, input, abortGraceMs }: { timeoutMs: number; signal: AbortSignal; input?: string; abortGraceMs?: number },
): Promise<ProcessOutcome> {
  if (signal.aborted) return { ending: 'aborted', code: null, signal: null, leftRunning: [] }
  const running = await startProcess({ ...spec, hasInput: input !== undefined })
  running.input?.end(input)
  const cut = Promise.withResolvers<'timed_out' | 'aborted'>()
  const timer = setTimeout(() => cut.resolve('timed_out'), timeoutMs)
  const onAbort = (): void => cut.resolve('aborted')
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    const ending = await Promise.race([cut.promise, running.ended.then(() => 'exited' as const)])
    if (ending !== 'exited') {
      await running.stop(ending === 'aborted' ? abortGraceMs : undefined)
      return { ending, ...(await running.ended), leftRunning: [] }
    }
    const leftRunning = await running.sweep()
    return { ending, ...(await running.ended), leftRunning }
  } finally {
    running.input?.destroy()
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

/** Its leader may be gone long before the last of a family is. */
function whole<T>(family: ProcessFamily, work: () => Promise<T>): Promise<T> {
  const forget = keepFamily(family)
  return work().finally(forget)
}

async function readAll(stream: Readable, name: 'stdout' | 'stderr', spec: ProcessSpec): Promise<void> {
  try {
    for await (const chunk of stream) await spec.onOutput(name, chunk)
  } catch (error) {
    // The drain is over and we closed the pipe ourselves.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return
    throw error
  }
}

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  const limit = Promise.withResolvers<void>()
  const timer = setTimeout(() => limit.resolve(), ms)
  try {
    await Promise.race([work, limit.promise])
  } finally {
    clearTimeout(timer)
  }
}
