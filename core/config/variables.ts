import type { Environment } from '../platform/platform.ts'

const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g

/** Names inside `${…}`; nothing else is syntax. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(REFERENCE)].map(([, name]) => name ?? '')
}

export type Expanded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly missing: string }

/** A variable that is set to nothing counts as not set. What comes out is not expanded again. */
export function expand(text: string, env: Environment): Expanded {
  const missing = variablesIn(text).find((name) => !env[name])
  if (missing !== undefined) return { ok: false, missing }
  return { ok: true, text: text.replaceAll(REFERENCE, (_, name: string) => env[name] ?? '') }
}
