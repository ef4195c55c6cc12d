export { createSandbox } from './sandbox.ts'
export type { Program, Sandbox, SandboxChoice, SandboxPlaces } from './types.ts'
