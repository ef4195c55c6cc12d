import type { AuditRow } from '../contract/audit.ts'
import type { ToolMeta } from '../contract/common.ts'

/** Of a call that failed. */
export function errorClassOf(meta: ToolMeta): NonNullable<AuditRow['errorClass']> {
  if (meta.denied) return 'denied'
  if (meta.timedOut) return 'timeout'
  return meta.interrupted ? 'interrupted' : 'tool'
}
