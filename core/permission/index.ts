export { createPermission, type PermissionDeps } from './permission.ts'
export { isInside } from './paths.ts'
export { isMeaningfulRule, parseRule } from './rules.ts'
export type { Permission, PermissionRequest, PermissionRules, Reason, Verdict } from './types.ts'
