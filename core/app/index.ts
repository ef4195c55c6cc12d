export { createCore } from './create-core.ts'
export type { Core, CoreOptions, HostPlatform } from './types.ts'
