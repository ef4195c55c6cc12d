export { readStored } from './calls.ts'
export { runTurn } from './run-turn.ts'
export { streamStep, type StepDeps } from './step.ts'
export { noticeOf, turnFailure } from './failures.ts'
export { addUsage, contextOf } from './usage.ts'
export { TurnStop } from './types.ts'
export type {
  BeforeTool,
  Decision,
  HookWish,
  RunnableCall,
  StepPlace,
  Transcript,
  TurnDeps,
  TurnEnd,
  TurnEvent,
  TurnHooks,
  TurnModel,
} from './types.ts'
