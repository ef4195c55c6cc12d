export { bindingOf } from './binding.ts'
export { closeDeadTurn, keptApprovals, withKept, type KeptApproval } from './kept.ts'
export { listApprovals } from './list.ts'
export { outcomeOf, ruleToKeep, waitForAnswer } from './open.ts'
