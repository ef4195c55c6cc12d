import { stat } from 'node:fs/promises'
import { AppError } from '../../contract/errors.ts'
import { findProgram, findShell, runProcess, type Environment } from '../../platform/index.ts'
import type { HookAction, HookPlace, ShellName } from '../types.ts'
import { readDecision } from './decision.ts'
import { createOutputReader } from './output.ts'
import { failed, type RawRun, type RunDeps } from './types.ts'

type ShellAction = Extract<HookAction, { type: 'shell' }>

/** Exit code with which a hook says no. */
const NO = 2
/** Whoever stops a turn or the program waits for this. */
const ABORT_GRACE_MS = 500

export interface ShellRun {
  readonly payload: string
  readonly place: HookPlace
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Beside the usual. */
  readonly env?: Readonly<Record<string, string>>
  /** What it printed in our words, where it speaks others. */
  readonly asOurs?: (output: string) => string
}

/** Runs the program with the payload as its input, and reads what it says. Never rejects for what the program does. */
export async function runShell(
  action: ShellAction,
  { payload, place, timeoutMs, signal, env = {}, asOurs = (output) => output }: ShellRun,
  deps: RunDeps,
): Promise<RawRun> {
  const cwd = await folderOf(place)
  if (cwd === undefined) return failed(`the folder ${place.projectRoot} is not there`)
  const [out, err] = [createOutputReader(), createOutputReader()]
  const said = (): Pick<RawRun, 'stdout' | 'stderr' | 'stdoutBytes' | 'stderrBytes'> => ({
    stdout: out.text(),
    stderr: err.text(),
    stdoutBytes: out.bytes,
    stderrBytes: err.bytes,
  })
  try {
    const program = { ...(await programOf(action, deps.env)), cwd, env: { ...deps.environmentFor(place), ...env } }
    const { ending, code } = await runProcess(
      {
        ...(await deps.confine(program, place)),
        onOutput: (stream, chunk) => (stream === 'stdout' ? out : err).add(chunk),
      },
      { timeoutMs, signal, input: `${payload}\n`, abortGraceMs: ABORT_GRACE_MS },
    )
    if (ending === 'aborted') return { ...failed('it was stopped with the turn'), ...said() }
    if (ending === 'timed_out') return { ...failed(`it took longer than ${timeoutMs / 1_000} s`), ...said() }
    return judge(said(), code, asOurs)
  } catch (error) {
    if (error instanceof AppError) return { ...failed(''), failure: { error } }
    return { ...failed(error instanceof Error ? error.message : String(error)), isLaunch: true }
  }
}

/** Where work goes on, else the project; undefined when neither is there. */
async function folderOf({ cwd, projectRoot }: HookPlace): Promise<string | undefined> {
  for (const folder of cwd === undefined ? [projectRoot] : [cwd, projectRoot]) {
    const isThere = await stat(folder).then(
      (stats) => stats.isDirectory(),
      () => false,
    )
    if (isThere) return folder
  }
  return undefined
}

async function programOf(
  { command = '', args, shell }: ShellAction,
  env: Environment,
): Promise<{ command: string; args: readonly string[] }> {
  if (args) return { command: args[0] ?? '', args: args.slice(1) }
  if (shell === 'powershell') {
    const found = (await findProgram('pwsh', env)) ?? (await findProgram('powershell', env)) ?? 'powershell'
    return { command: found, args: ['-NoProfile', '-NonInteractive', '-Command', command] }
  }
  if (shell === 'cmd') return { command: 'cmd.exe', args: ['/d', '/s', '/c', command] }
  if (process.platform !== 'win32') return { command: await posixShell(shell, env), args: ['-c', command] }
  const found = await findShell(env)
  return { command: found.path, args: found.args(command) }
}

async function posixShell(shell: ShellName | undefined, env: Environment): Promise<string> {
  return shell === 'bash' ? ((await findProgram('bash', env)) ?? 'bash') : '/bin/sh'
}

type Said = Pick<RawRun, 'stdout' | 'stderr' | 'stdoutBytes' | 'stderrBytes'>

function judge(said: Said, exitCode: number | null, asOurs: (output: string) => string): RawRun {
  const read = readDecision(asOurs(said.stdout))
  const decision = read.kind === 'decision' ? read.decision : undefined
  const base = { ...said, exitCode, decision, isPlain: read.kind === 'none', isLaunch: false }
  const [stdout, stderr] = [said.stdout.trim(), said.stderr.trim()]
  const launch = read.kind === 'none' ? launchTrouble(exitCode, stderr) : undefined
  if (launch !== undefined) return { ...base, failure: { detail: launch }, saysNo: false, reason: '', isLaunch: true }
  if (exitCode === NO) {
    const reason = decision?.reason || stderr || (read.kind === 'none' ? stdout : '') || 'blocked by the hook (exit code 2)'
    return { ...base, failure: undefined, saysNo: true, reason }
  }
  const saysNo = decision?.word === 'deny'
  const reason = decision?.reason ?? ''
  if (exitCode !== 0 && !saysNo) {
    const how = exitCode === null ? 'it was ended by a signal' : `it ended with code ${exitCode}`
    return { ...base, failure: { detail: stderr === '' ? how : `${how}: ${stderr}` }, saysNo: false, reason: '' }
  }
  if (read.kind === 'wrong') return { ...base, failure: { detail: read.detail }, saysNo: false, reason: '' }
  return { ...base, failure: undefined, saysNo, reason }
}

/** An interpreter's own words, with a code that hooks mean something else by. */
const LAUNCH = [
  /^[^\n]*python[\d.]*: can't open file .*/i,
  /^[^\n]*Can't open (?:perl|python) script .*/,
  /^[^\n]*(?:sh|dash|bash|zsh): (?:\d+: )?(?:cannot open|can't open) .*/,
  /^[^\n]*(?:sh|dash|bash|zsh): (?:-c: )?(?:line )?\d+: [Ss]yntax error.*/,
]

function launchTrouble(exitCode: number | null, stderr: string): string | undefined {
  if (exitCode === 126 || exitCode === 127) return stderr || `it ended with code ${exitCode}`
  if (exitCode !== NO) return undefined
  return LAUNCH.some((words) => words.test(stderr)) ? stderr : undefined
}
