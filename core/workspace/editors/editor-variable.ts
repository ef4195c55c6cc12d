import path from 'node:path'
import type { Environment } from '../../platform/index.ts'

/** They draw into a terminal, and a window has none. */
const NEEDS_TERMINAL: ReadonlySet<string> = new Set(
  'cat ed emacsclient ex helix hx jed joe mcedit micro nano ne nvi nvim pico true vi view vim'.split(' '),
)

/** The program and options that `$VISUAL`, else `$EDITOR`, names; undefined where there is none that opens in a window. */
export function readEditorVariable(env: Environment): { program: string; args: readonly string[] } | undefined {
  const written = [env['VISUAL'], env['EDITOR']].find((value) => value?.trim())
  if (written === undefined) return undefined
  const [program, ...args] = (written.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
  if (!program || NEEDS_TERMINAL.has(path.basename(program).toLowerCase())) return undefined
  if (args.some((word) => word === '-nw' || word === '-t' || word === '--tty')) return undefined
  return { program, args }
}
