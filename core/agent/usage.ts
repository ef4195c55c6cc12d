import { tokensOf } from '../contract/add-usage.ts'
import type { Usage } from '../contract/common.ts'

/** Tokens of the context window a request and its answer took. */
export function contextOf(usage: Usage): number {
  return tokensOf(usage)
}
