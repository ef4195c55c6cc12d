import { access, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { AppError } from '../contract/errors.ts'

/** Path of the ripgrep that comes with the product. `AppError('tool.ripgrep_missing')` when it is not there or cannot be run. */
export async function ripgrepPath(): Promise<string> {
  const binary = `@vscode/ripgrep-${process.platform}-${process.arch}/bin/${process.platform === 'win32' ? 'rg.exe' : 'rg'}`
  try {
    const require = createRequire(import.meta.url)
    // From the package that depends on it, since only that one is promised to see it.
    const packed = createRequire(require.resolve('@vscode/ripgrep')).resolve(binary)
    // Nothing can be run from inside Electron's archive.
    const path = packed.replace(/\bapp\.asar\b/, 'app.asar.unpacked')
    await access(path, constants.X_OK)
    return path
  } catch (cause) {
    throw new AppError('tool.ripgrep_missing', { params: { path: binary }, cause })
  }
}
