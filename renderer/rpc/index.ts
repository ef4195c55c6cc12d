export { connectionKey, useConnection, type Connection, type ConnectionState } from './connection.ts'
export { failureOf } from './failure.ts'
export { openConnection } from './open-connection.ts'
