import { constants } from 'node:os'
import { stat } from 'node:fs/promises'
import { childEnvironment, findShell, runProcess, type ProcessOutcome } from '../../platform/index.ts'
import { locate } from '../files/locate.ts'
import { fileFailure } from '../files/missing.ts'
import { spillPath } from '../files/spill-path.ts'
import { limits } from '../limits.ts'
import { ToolFailure, type ToolContext, type ToolResult } from '../types.ts'
import { lookText, stateOf } from '../shells/look-text.ts'
import type { Shells, ShellStart } from '../shells/types.ts'
import type { BashInput } from './definition.ts'
import { createCommandOutput, type FinishedOutput } from './output.ts'

/** A non-zero exit is a result; a time-out and an interruption are failures that carry what came until then. */
export async function bashTool(input: BashInput, context: ToolContext, shells: Shells): Promise<ToolResult> {
  const cwd = await workingFolder(input.workdir, context)
  const shell = await findShell(context.env)
  const wholeOutput = spillPath(context)
  const line = { command: shell.path, args: shell.args(input.command), cwd, env: childEnvironment(context) }
  const program = await context.confine(line)
  if (input.background) return startInBackground({ input, program, wholeOutput }, context, shells)
  const timeoutMs = input.timeout ?? limits.bash.timeoutMs
  const output = createCommandOutput(wholeOutput, context)
  const spec = { ...program, ownsDaemons: true, onOutput: output.add }
  const outcome = await runProcess(spec, { timeoutMs, signal: context.signal }).catch((error: unknown) => {
    throw fileFailure(error, shell.path) ?? error
  })
  return result(outcome, await output.end(), timeoutMs)
}

async function startInBackground(
  { input, program, wholeOutput }: { input: BashInput; program: ShellStart['program']; wholeOutput: string },
  context: ToolContext,
  shells: Shells,
): Promise<ToolResult> {
  const { sessionId, toolCallId, redact, signal } = context
  signal.throwIfAborted()
  const { command: line, description } = input
  const { shellId } = await shells.start({ sessionId, toolCallId, line, description, program, spillPath: wholeOutput, redact })
  const look = await shells.look(sessionId, shellId, { waitMs: limits.bash.startWaitMs, signal })
  const { shell } = look
  return lookText(look, shell.state === 'running' ? `Runs in the background as ${shellId}.` : `${stateOf(shell)} It ran as ${shellId}.`)
}

function result(outcome: ProcessOutcome, { text, spillPath }: FinishedOutput, timeoutMs: number): ToolResult {
  const spilled = spillPath === undefined ? {} : { spillPath, truncated: true }
  if (outcome.ending === 'timed_out') {
    const words = `Timed out after ${timeoutMs} ms; the command and everything it started was stopped. Output until then:\n${text}`
    throw new ToolFailure(words, { timedOut: true, ...spilled })
  }
  if (outcome.ending === 'aborted') {
    throw new ToolFailure(`Interrupted by the user; the command was stopped. Output until then:\n${text}`, {
      interrupted: true,
      ...spilled,
    })
  }
  const exitCode = outcome.code ?? 128 + (outcome.signal === null ? 0 : constants.signals[outcome.signal])
  const bySignal = outcome.signal === null ? '' : ` (ended by ${outcome.signal})`
  return {
    content: [{ type: 'text', text: `exit_code: ${exitCode}${bySignal}\n${text}${leftRunning(outcome)}` }],
    meta: { exitCode, ...spilled },
  }
}

function leftRunning({ leftRunning: rows }: ProcessOutcome): string {
  if (rows.length === 0) return ''
  const names = rows.slice(0, 10).map(({ name, pid }) => `${name} (pid ${pid})`)
  return `\n(left running and stopped: ${names.join(', ')}${rows.length > names.length ? ', …' : ''})`
}

async function workingFolder(workdir: string | undefined, context: ToolContext): Promise<string> {
  const { absolute, shown } = locate(workdir ?? '.', context.projectRoot)
  const stats = await stat(absolute).catch((error: unknown) => {
    throw fileFailure(error, shown) ?? error
  })
  if (!stats.isDirectory()) throw new ToolFailure(`${shown} is not a folder.`)
  return absolute
}
