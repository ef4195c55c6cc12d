export { createSandbox } from './sandbox.ts'
export type { Program, Sandbox, SandboxChoice } from './types.ts'
