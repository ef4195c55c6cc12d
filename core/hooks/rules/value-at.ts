import type { HookFields } from '../types.ts'

/** What lies at these keys; own keys of objects only. */
export function valueAt(payload: HookFields, path: readonly string[]): unknown {
  let value: unknown = payload
  for (const key of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}
