export { createJudge } from './condition.ts'
export { textOf } from './match.ts'
export { readRules, type ReadRules, type RuleFile, type RuleProblem } from './merge.ts'
export { valueAt } from './value-at.ts'
