export { startServe } from './server.ts'
export type { ServeOptions, Serving } from './server.ts'
