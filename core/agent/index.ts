export { readStored } from './calls.ts'
export { runAside } from './run-call.ts'
export { runTurn } from './run-turn.ts'
export { streamStep, type StepDeps } from './step.ts'
export { noticeOf, turnFailure } from './failures.ts'
export { contextOf } from './usage.ts'
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
