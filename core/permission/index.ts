export { createPermission, type PermissionDeps } from './permission.ts'
export { isInside, resolveTarget } from './paths.ts'
export { parseRule } from './rules.ts'
export type { Permission, PermissionRequest, PermissionRules, Reason, Verdict } from './types.ts'
