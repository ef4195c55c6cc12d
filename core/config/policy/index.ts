export { managedServers } from './managed-mcp.ts'
export { managedProvider, policyRefusal } from './managed-provider.ts'
export { readPolicy } from './read-policy.ts'
export type { ManagedProvider, Policy } from './types.ts'
