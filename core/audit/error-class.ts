import type { ErrorClass, ToolMeta } from '../contract/common.ts'

/** Of a call that failed. */
export function errorClassOf(meta: ToolMeta): ErrorClass {
  if (meta.denied) return 'denied'
  if (meta.timedOut) return 'timeout'
  return meta.errorClass ?? 'internal'
}
