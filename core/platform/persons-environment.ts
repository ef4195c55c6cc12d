import type { Environment } from './platform.ts'
import { resolveShellEnvironment, type ShellAnswer } from './shell-environment.ts'

/** The environment of a program that was not started from a terminal. */
export interface PersonsEnvironment {
  /** One object for the program's life: what the login shell exports is filled in when it has answered. */
  readonly env: Environment
  /** The shell has answered, or its time is over. What reads variables or starts children waits for it. */
  ready(): Promise<void>
  /** Asks the shell again, after an installation for example; true: something is different. */
  refresh(): Promise<boolean>
  /** Undefined before the first answer. */
  answer(): ShellAnswer | undefined
}

/** Begins to ask the person's login shell. */
export function askLoginShell(own: Environment, { home, timeoutMs }: { home: string; timeoutMs?: number }): PersonsEnvironment {
  const env: Record<string, string | undefined> = { ...own }
  let answer: ShellAnswer | undefined
  let asking: Promise<boolean> | undefined

  const ask = async (): Promise<boolean> => {
    const said = await resolveShellEnvironment({ env: own, home, ...(timeoutMs !== undefined && { timeoutMs }) })
    // One that does not answer this time has not taken anything back.
    if (said.kind !== 'found' && answer?.kind === 'found') return false
    answer = said
    return said.kind === 'found' && fill(env, { ...own, ...withoutOurs(said.env) })
  }
  const refresh = (): Promise<boolean> => (asking ??= ask().finally(() => (asking = undefined)))
  const first = refresh()
  return { env, ready: async () => void (await first), refresh, answer: () => answer }
}

/** What steers this program was settled when it started. */
function withoutOurs(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('MEWCODE_') && !name.startsWith('ELECTRON_')))
}

function fill(env: Record<string, string | undefined>, next: Environment): boolean {
  let isChanged = false
  for (const name of new Set([...Object.keys(env), ...Object.keys(next)])) {
    if (env[name] === next[name]) continue
    isChanged = true
    if (next[name] === undefined) delete env[name]
    else env[name] = next[name]
  }
  return isChanged
}
