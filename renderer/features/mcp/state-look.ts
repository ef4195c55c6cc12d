import type { McpServer } from '../../../core/contract/mcp.ts'
import { failsOften } from '../../lib/mcp-need.ts'
import type { IconName } from '../../ui/index.ts'

interface StateLook {
  readonly icon: IconName
  readonly kind: 'ok' | 'bad' | 'wait' | 'accent' | 'rest'
}

const LOOKS = {
  ready: { icon: 'check-circle', kind: 'ok' },
  failed: { icon: 'octagon-x', kind: 'bad' },
  needs_auth: { icon: 'diamond', kind: 'wait' },
  needs_env: { icon: 'key', kind: 'wait' },
  untrusted: { icon: 'shield', kind: 'wait' },
  starting: { icon: 'spinner', kind: 'accent' },
  reconnecting: { icon: 'spinner', kind: 'accent' },
  idle: { icon: 'ring', kind: 'rest' },
  disabled: { icon: 'ring', kind: 'rest' },
} as const satisfies Record<McpServer['state'], StateLook>

/** A shape and a colour for a state; the word stands beside it. */
export function lookOf(server: Pick<McpServer, 'state' | 'calls' | 'failedCalls'>): StateLook {
  if (server.state === 'ready' && failsOften(server)) return { icon: 'triangle', kind: 'wait' }
  return LOOKS[server.state]
}
