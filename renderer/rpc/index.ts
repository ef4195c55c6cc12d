export { connectionKey, useConnection } from './connection.ts'
export { failureOf } from './failure.ts'
export { becomeWindow, windowLink } from './identity.ts'
export { openConnection } from './open-connection.ts'
