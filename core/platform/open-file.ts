import path from 'node:path'
import { findProgram } from './find-program.ts'
import type { Environment } from './platform.ts'
import { startProcess } from './processes.ts'

/** Starts a program of the person's that goes on by itself; false where it cannot be started. `childEnv`: what it gets. */
export async function startApart(program: string, args: readonly string[], childEnv: Readonly<Record<string, string>>): Promise<boolean> {
  const started = await startProcess({
    command: program,
    args,
    cwd: path.dirname(program),
    env: childEnv,
    staysBehind: true,
    onOutput: () => undefined,
  }).catch(() => undefined)
  return started !== undefined
}

/** Shows where a file lies in the system's file manager; false where there is none. `childEnv`: what that gets. */
export async function revealFile(file: string, env: Environment, childEnv: Readonly<Record<string, string>>): Promise<boolean> {
  if (process.platform === 'darwin') return startApart('/usr/bin/open', ['-R', file], childEnv)
  if (process.platform === 'win32') return startApart(`${env['SystemRoot'] ?? 'C:\\Windows'}\\explorer.exe`, [`/select,${file}`], childEnv)
  if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return false
  const program = await findProgram('xdg-open', env)
  return program !== undefined && startApart(program, [path.dirname(file)], childEnv)
}
