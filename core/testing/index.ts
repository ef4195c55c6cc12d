export { alive } from './alive.ts'
export { connectCore, PLANTED_KEY, type ConnectCoreOptions, type ConnectedCore, type CoreWindow } from './connect-core.ts'
export { createEventList, type EventList } from './event-list.ts'
export { followSession } from './follow-session.ts'
export { connectHookedCore, type HookedCore } from './hooked-core.ts'
export { mcpFixture, mcpYaml } from './mcp-servers.ts'
export { memoryPlatform, type MemoryPlatform, type MemoryPlatformOptions } from './memory-platform.ts'
export { startModelServer } from './model-server/index.ts'
export type {
  ModelScript,
  ModelServer,
  ModelServerOptions,
  ModelStep,
  ReceivedRequest,
  ScriptedCall,
  ServedProtocol,
} from './model-server/index.ts'
export { openInstaller } from './open-installer.ts'
export { startSkillServer, type SkillServer } from './skill-server.ts'
export { tempProject, type TempProject } from './temp-project.ts'
export { zipFile, type ZipEntry } from './zip-file.ts'
