import { RpcError } from '../contract/client.ts'
import { errorText, type Language } from '../contract/error-texts.ts'
import { toWireError, type WireError } from '../contract/errors.ts'
import { EXIT } from './command.ts'
import { withoutControls } from './output.ts'

/** Two lines for people and scripts: the code with what happened, and what to do. */
export function describeError(error: WireError, language: Language): string {
  const { what, fix } = errorText(error.code, error.params, language)
  return withoutControls(`${error.code}: ${what}\n  ${fix}\n`)
}

/** The wire form of whatever a command threw. */
export function asWireError(error: unknown): WireError {
  if (!(error instanceof RpcError)) return toWireError(error)
  return { code: error.code, message: error.message, fix: error.fix, params: { ...error.params } }
}

/** A fault of ours or of the disk, or a hook's no, is 1; all else that stops a command before its work is a matter of how it was called or set up: `MEWCODE_HOME` too. */
export function exitCodeFor({ code }: WireError): number {
  if (code === 'storage.home_unusable') return EXIT.usage
  return code === 'internal' || code === 'hook.prompt_blocked' || code.startsWith('storage.') || code.startsWith('rpc.')
    ? EXIT.failed
    : EXIT.usage
}
