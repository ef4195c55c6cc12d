import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The checkout's root, absolute. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

export interface Finished {
  code: number
  /** stdout and stderr in the order they came; empty when the command wrote straight to the terminal. */
  output: string
  ms: number
}

export interface CommandOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Write to the terminal as it runs instead of collecting. */
  show?: boolean
}

/** Runs a program of this Node's project (`node_modules/.bin` is on the path) and waits for its end. Never rejects on a failing exit code. */
export function command(
  [program, ...args]: readonly [string, ...string[]],
  { cwd = ROOT, env = {}, show = false }: CommandOptions = {},
): Promise<Finished> {
  const startedAt = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<Finished>()
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env, PATH: projectPath() },
    stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.on('error', reject)
  child.on('close', (code) => resolve({ code: code ?? 1, output, ms: performance.now() - startedAt }))
  return promise
}

/** The project's own programs first: the system's Node may be older than the project needs. */
export function projectPath(): string {
  return `${ROOT}node_modules/.bin:${process.env['PATH'] ?? ''}`
}

/** `1.2 s` */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
