export { createShells } from './shells.ts'
export type { Shells } from './types.ts'
