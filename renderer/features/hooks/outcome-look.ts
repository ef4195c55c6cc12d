import type { HookOutcome } from '../../../core/contract/hooks.ts'

/** Of a badge. */
export const outcomeLook = {
  passed: 'neutral',
  allowed: 'ok',
  asked: 'wait',
  blocked: 'bad',
  stopped: 'bad',
  failed: 'bad',
} as const satisfies Record<HookOutcome, string>
