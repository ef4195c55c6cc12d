import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const rawImports = fileURLToPath(new URL('./raw-imports.ts', import.meta.url))

export interface TestChild {
  readonly child: ChildProcessWithoutNullStreams
  /** Its standard output, line by line. */
  readonly lines: AsyncIterableIterator<string>
  /** Kills it with SIGKILL and waits until it is gone. */
  kill(): Promise<void>
}

export interface ChildOptions {
  readonly cwd?: string
  /** The whole of it; without it this process's own. */
  readonly env?: NodeJS.ProcessEnv
}

/** Runs a script, named from this folder, in a Node process of its own, from the sources as they are. */
export function startChild(script: string, args: readonly string[], { cwd, env }: ChildOptions = {}): TestChild {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, ['--import', rawImports, path, ...args], { cwd, env, stdio: 'pipe' })
  child.stderr.pipe(process.stderr)
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return {
    child,
    lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](),
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
