import { errorText } from '../contract/error-texts.ts'
import { respawn } from '../platform/respawn.ts'
import { languageOf } from './language.ts'

/** Goes on under the checkout's own Node, or says what to install. */
export function leaveOldNode(args: readonly string[]): void {
  if (respawn(args)) return
  const { what, fix } = errorText('usage.node_too_old', { version: process.versions.node }, languageOf(process.env))
  process.stderr.write(`usage.node_too_old: ${what}\n  ${fix}\n`)
  process.exitCode = 2
}
