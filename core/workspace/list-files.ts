import { childEnvironment, ripgrepPath, runProcess, type Environment } from '../platform/index.ts'

export interface FileListing {
  readonly env: Environment
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Relative to the folder, with `/`. */
  onPath(path: string): void
}

/**
 * Files below a folder as ripgrep lists them: ignore files hold, also those above it, `.git` is left out, links are not followed.
 * Answers whether it came to its end. `AppError('tool.ripgrep_missing')`.
 */
export async function listFiles(cwd: string, { env, timeoutMs, signal, onPath }: FileListing): Promise<boolean> {
  const decoder = new TextDecoder()
  let pending = ''
  const args = ['--no-config', '--no-require-git', '--files', '--hidden', '--null', '--glob', '!.git', '--sort', 'none']
  const { ending } = await runProcess(
    {
      command: await ripgrepPath(),
      args,
      cwd,
      env: childEnvironment({ env, secretVariables: new Set(), passthrough: [] }),
      onOutput(stream, chunk) {
        if (stream !== 'stdout') return
        const paths = (pending + decoder.decode(chunk, { stream: true })).split('\0')
        pending = paths.pop() ?? ''
        for (const path of paths) onPath(path.replaceAll('\\', '/').replace(/^\.\//, ''))
      },
    },
    { timeoutMs, signal },
  )
  return ending === 'exited'
}
