import { join } from 'node:path'
import { firstRunnable, onPath } from './find-program.ts'
import type { Environment } from './platform.ts'

/** The program that runs shell lines, and how it is given one. */
export interface Shell {
  readonly name: 'bash' | 'sh' | 'Git Bash' | 'PowerShell'
  readonly path: string
  args(line: string): readonly string[]
}

/** bash where there is one, else sh; on Windows Git Bash, else PowerShell. */
export async function findShell(env: Environment): Promise<Shell> {
  if (process.platform === 'win32') return findWindowsShell(env)
  const bash = await firstRunnable([...onPath('bash', env), '/bin/bash', '/usr/bin/bash'])
  return bash === undefined ? posix('sh', '/bin/sh') : posix('bash', bash)
}

async function findWindowsShell(env: Environment): Promise<Shell> {
  const roots = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LocalAppData'] && join(env['LocalAppData'], 'Programs')]
  // Not `bash` from the path: that is often the one of WSL, which sees another file system.
  const bash = await firstRunnable(roots.flatMap((root) => (root ? [join(root, 'Git', 'bin', 'bash.exe')] : [])))
  if (bash !== undefined) return posix('Git Bash', bash)
  const path = (await firstRunnable([...onPath('pwsh.exe', env), ...onPath('powershell.exe', env)])) ?? 'powershell.exe'
  return { name: 'PowerShell', path, args: (line) => ['-NoProfile', '-NonInteractive', '-Command', line] }
}

function posix(name: 'bash' | 'sh' | 'Git Bash', path: string): Shell {
  return { name, path, args: (line) => ['-c', line] }
}
