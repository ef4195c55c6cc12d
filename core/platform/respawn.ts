import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Node as the checkout brings it: this file and its built form lie two folders below. */
const OWN_NODE = join(dirname(fileURLToPath(import.meta.url)), '../../node_modules/node/bin/node')

/**
 * Runs this program again under the Node that the checkout brings: input, output, signals and the exit code pass through.
 * False where there is none.
 */
export function respawn(args: readonly string[]): boolean {
  if (!existsSync(OWN_NODE)) return false
  const child = spawn(OWN_NODE, [process.argv[1] ?? '', ...args], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 128 + constants.signals[signal] : 1)
  })
  return true
}
