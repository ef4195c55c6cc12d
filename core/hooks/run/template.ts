import { textOf, valueAt } from '../rules/index.ts'
import type { HookFields } from '../types.ts'

/** Fills `{{.tool_input.path}}` with what the payload has there, JSON for objects; what is not there is empty. No other logic. */
export function fillTemplate(template: string, payload: HookFields): string {
  return template.replaceAll(
    /\{\{-?\s*\.([\w.]*)\s*-?\}\}/g,
    (_, path: string) => textOf(valueAt(payload, path === '' ? [] : path.split('.'))) ?? '',
  )
}
