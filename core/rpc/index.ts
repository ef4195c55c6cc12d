export { serveConnection } from './connection.ts'
export type { Connection, ConnectionOptions, RpcTarget } from './connection.ts'
export { connectInProcess, memoryPair } from './memory.ts'
export type { HostEnd, InProcessOptions } from './memory.ts'
