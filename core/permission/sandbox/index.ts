export { createSandbox } from './sandbox.ts'
export type { OwnSandbox, PlugInPlaces, Program, Sandbox, SandboxChoice, SandboxPlaces } from './types.ts'
