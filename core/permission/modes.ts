import type { Mode, PermissionLayer, ToolCategory } from '../contract/common.ts'
import type { Reason } from './types.ts'

export interface ModeQuestion {
  readonly mode: Mode
  readonly category: ToolCategory
  /** The call is a shell line on the fixed read-only list. */
  readonly readOnlyLine: boolean
}

export interface ModeVerdict {
  readonly decision: 'allow' | 'ask' | 'deny'
  readonly layer: PermissionLayer
  readonly reason: Reason
}

type Column = 'write' | 'exec' | 'network'

const table: Readonly<Record<Mode, Readonly<Record<Column, 'allow' | 'ask' | 'deny'>>>> = {
  default: { write: 'ask', exec: 'ask', network: 'ask' },
  acceptEdits: { write: 'allow', exec: 'ask', network: 'ask' },
  plan: { write: 'deny', exec: 'deny', network: 'deny' },
  bypassPermissions: { write: 'allow', exec: 'allow', network: 'allow' },
  dontAsk: { write: 'deny', exec: 'deny', network: 'deny' },
}

/** Layer 4: the mode's word on a category. Reading, the never-asked and delegation pass in every mode. */
export function modeVerdict({ mode, category, readOnlyLine }: ModeQuestion): ModeVerdict {
  if (category === 'read' || category === 'none' || category === 'delegate')
    return { decision: 'allow', layer: 'mode', reason: { code: 'permission.reads', params: {} } }
  if (category === 'exec' && readOnlyLine)
    return { decision: 'allow', layer: 'mode', reason: { code: 'permission.read_only_command', params: {} } }
  const decision = table[mode][category]
  const code =
    decision === 'allow' ? 'permission.mode_allow' : decision === 'deny' ? 'permission.mode_deny' : (`permission.asks_${category}` as const)
  return { decision, layer: 'mode', reason: { code, params: { mode } } }
}
