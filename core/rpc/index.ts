export { serveConnection } from './connection.ts'
export type { Connection, ConnectionOptions, RpcTarget } from './connection.ts'
export { connectInProcess } from './memory.ts'
export type { InProcessOptions } from './memory.ts'
