export { runRule, type RuleResult } from './run-rule.ts'
export type { RunDeps } from './types.ts'
