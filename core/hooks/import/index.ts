export { foreignHookFiles, readForeignFile } from './foreign.ts'
export { readForeignHooks } from './read.ts'
export type { ImportFile } from './types.ts'
