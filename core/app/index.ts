export { createCore } from './create-core.ts'
export type { Core, CoreOptions, FileTickets, HostPlatform, WindowRegistry } from './types.ts'
