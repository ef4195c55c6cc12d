export { createMcp, type Mcp } from './mcp.ts'
export { testServer } from './test-server.ts'
