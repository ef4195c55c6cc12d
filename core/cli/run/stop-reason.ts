import type { StopReason } from '../../contract/common.ts'
import { EXIT } from '../command.ts'

/** The exit code that says how a turn ended. */
export function exitCodeOf(reason: StopReason): number {
  switch (reason) {
    case 'end_turn':
    case 'stop_sequence':
    case 'plan_ready':
      return EXIT.ok
    case 'max_turns':
    case 'limit':
    case 'max_tokens':
    case 'context_window':
      return EXIT.limit
    case 'refusal':
    case 'content_filter':
      return EXIT.refused
    case 'cancelled':
      return EXIT.interrupted
    case 'unknown_tools':
    case 'loop':
    case 'hook_stopped':
    case 'error':
      return EXIT.failed
  }
}
