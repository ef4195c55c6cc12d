export { createSandbox } from './sandbox.ts'
export type { Program, Sandbox } from './types.ts'
