export { shownParts } from './content/index.ts'
export { createMcp, type Mcp } from './mcp.ts'
export type { Server } from './server.ts'
export { testServer } from './test-server.ts'
