import source from './relay.cjs?raw'
import type { ProcessSpec } from './processes.ts'

type Program = Pick<ProcessSpec, 'command' | 'args' | 'cwd' | 'env'>

/** The program behind a relay, for a sandbox whose only way out is the `socket`: an HTTP proxy, named in the usual variables. */
export function behindRelay(node: string, socket: string, program: Program): Program {
  return { ...program, command: node, args: ['-e', source, '--', socket, program.command, ...program.args] }
}

/** A Node that runs a script; inside Electron ours does not. */
export function scriptNode(): string | undefined {
  return process.versions['electron'] === undefined ? process.execPath : undefined
}
