import { access, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { AppError } from '../contract/errors.ts'
import { outsideArchive } from './archive.ts'
import { runProcess } from './processes.ts'

const VERSION_TIME_MS = 5_000

/** Path of the ripgrep that comes with the product. `AppError('tool.ripgrep_missing')` when it is not there or cannot be run. */
export async function ripgrepPath(): Promise<string> {
  const binary = `@vscode/ripgrep-${process.platform}-${process.arch}/bin/${process.platform === 'win32' ? 'rg.exe' : 'rg'}`
  try {
    const require = createRequire(import.meta.url)
    // From the package that depends on it, since only that one is promised to see it.
    const packed = createRequire(require.resolve('@vscode/ripgrep')).resolve(binary)
    const path = outsideArchive(packed)
    await access(path, constants.X_OK)
    return path
  } catch (cause) {
    throw new AppError('tool.ripgrep_missing', { params: { path: binary }, cause })
  }
}

/** What the bundled ripgrep calls itself, such as `15.0.0`; it is started for that. Rejects as `ripgrepPath` when it does not run. */
export async function ripgrepVersion(): Promise<string> {
  const command = await ripgrepPath()
  let said = ''
  const onOutput = (_: 'stdout' | 'stderr', chunk: Buffer): void => void (said += chunk.toString('utf8'))
  const spec = { command, args: ['--no-config', '--version'], cwd: dirname(command), env: {}, onOutput }
  const { code } = await runProcess(spec, { timeoutMs: VERSION_TIME_MS, signal: new AbortController().signal })
  const version = /^ripgrep (\S+)/.exec(said)?.[1]
  if (code !== 0 || version === undefined) throw new AppError('tool.ripgrep_missing', { params: { path: command } })
  return version
}
