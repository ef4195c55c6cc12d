import type { Shell } from '../../contract/shells.ts'
import type { ToolResult } from '../types.ts'
import type { ShellLook } from './types.ts'

/** A look as the model reads it: the state first, then what is new. */
export function lookText({ shell, text, spillPath }: ShellLook, firstLine = stateOf(shell)): ToolResult {
  const { exitCode, chars } = shell
  const whole = chars === 0 ? '' : `(whole output, ${chars} characters: ${spillPath})`
  const parts = [firstLine, text === '' ? '(no new output)' : text, whole]
  return {
    content: [
      {
        type: 'text',
        text: parts
          .filter((part) => part !== '')
          .join('\n')
          .toWellFormed(),
      },
    ],
    meta: { shellId: shell.shellId, ...(exitCode !== undefined && { exitCode }), ...(chars > 0 && { spillPath }) },
  }
}

/** An ended one begins as an answer of bash does. */
export function stateOf({ state, exitCode, startedAt, endedAt }: Shell): string {
  if (state === 'running') return 'running'
  const seconds = Math.round(((endedAt ?? startedAt) - startedAt) / 1000)
  return `exit_code: ${exitCode} (${state === 'stopped' ? 'stopped' : 'ended'} after ${seconds} s)`
}
